"""Migrations of the schema, one file a step; applied by `bot.store.migrate`."""
