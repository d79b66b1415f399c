"""What the tests share: notations, fake ports, stand-ins of platforms. Nothing of ``bot`` imports it."""
