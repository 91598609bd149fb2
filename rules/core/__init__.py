"""What all systems share: dice, modifiers, terms, options, odds."""
