"""Makes everything that is read by others from an inventory: documents, models, tables, listings."""
