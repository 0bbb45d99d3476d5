"""Buttons, lamps and a buzzer on the pins of a Raspberry Pi. All they tell is public: the table's screen alone."""
