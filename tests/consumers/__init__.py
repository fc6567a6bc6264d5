"""Programs of others that read JSON Schema, run on the export."""
