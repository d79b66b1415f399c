"""Use cases: the only writer of tables, and the ports through which it meets the world.

Knows the pure cores and ports; never a platform, a picture, a sentence for people or a database.
"""
