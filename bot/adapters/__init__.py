"""The chat platforms: each adapter translates what it hears into ``Incoming`` and screens into messages.

No adapter knows backgammon, and none knows another adapter.
"""
