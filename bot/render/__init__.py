"""Pictures: a pure function from a frozen view to PNG bytes.

This package knows no rules, no language and no chat. Everything that can be read in a picture
(names, words, numbers with their signs) comes ready made in the view; see `bot.render.view`.
"""
