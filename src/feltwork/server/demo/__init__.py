"""The demonstration floor."""
