"""Storage: the log of events, what hangs on it, and one writer over SQLite.

Everything here is a plain function over a SQLAlchemy `Connection`, run through `Store.write` or `Store.read`
(`bot.store.database`). Nothing here knows the rules of the game, a chat platform or a text for people.
"""
