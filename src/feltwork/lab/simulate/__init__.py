"""The simulator: strategies compiled with the rows that settle live tables, run on whatever there is to run on."""

from feltwork.extras import need

need("numpy", "sim")
