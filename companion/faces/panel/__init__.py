"""Buttons, lamps and a buzzer on the pins of a Raspberry Pi. They show only what the table's screen shows."""
