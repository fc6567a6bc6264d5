"""What several tests share and no product code uses."""
