"""One table's evening: presence, twin, arbiter and referee under one owner. Everybody else gets its moments."""
