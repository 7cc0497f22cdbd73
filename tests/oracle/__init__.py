"""A second, plain implementation of the five rule books, for tests to compare the engine with."""
