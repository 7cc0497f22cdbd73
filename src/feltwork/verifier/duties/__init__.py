"""The checker of duties and notices."""
