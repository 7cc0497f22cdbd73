"""The cage's stream: tickets, cards, transfers, vouchers and payments by hand."""
