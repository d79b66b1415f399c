"""The presenter and the conversation: from states to neutral screens, from what people say to actions.

Knows no platform; everything that a person reads comes from the text catalogues in ``locale``.
"""
