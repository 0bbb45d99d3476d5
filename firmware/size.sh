#!/bin/sh
# How much of an ATmega328P a pad uses. Fails at half of its flash or RAM.
avr-size -A "$1" | awk -v name="$(basename "$1" .elf)" '
	$1 == ".text" { flash += $2 }
	$1 == ".data" { flash += $2; ram += $2 }
	$1 == ".bss" || $1 == ".noinit" { ram += $2 }
	END {
		printf "%s: flash %d of 32768 bytes (%.1f %%), RAM %d of 2048 bytes (%.1f %%), %d bytes left for the stack\n",
			name, flash, flash / 327.68, ram, ram / 20.48, 2048 - ram
		if (flash == 0 || flash >= 16384 || ram >= 1024) {
			print name ": half of the flash or RAM is used; that leaves no room to grow" > "/dev/stderr"
			exit 1
		}
	}'
