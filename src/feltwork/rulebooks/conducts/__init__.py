"""How the tables of each book are conducted, a module a book."""
