"""The floor as a web server: sessions and roles, sockets, rooms that follow the tables, timers."""
