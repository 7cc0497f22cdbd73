"""The checker of promotions, written from the books and from docs/office.md."""
