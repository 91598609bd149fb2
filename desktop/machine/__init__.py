"""What the program asks of the machine: libraries, memory, a place in its menu."""
