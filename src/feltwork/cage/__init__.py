"""The cage: money that is away from the tables, as tickets, cards, transfers, vouchers and payments by hand."""
