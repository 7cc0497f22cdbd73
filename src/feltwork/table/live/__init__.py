"""A live table: a game with people, equipment and time, by topics; its package registers them all."""

from feltwork.table.live import registry as registry
