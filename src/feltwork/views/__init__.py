"""What people at a floor see: a table's state as data for screens, what is legal now, what to take and pay."""
