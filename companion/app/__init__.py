"""The running program: readers, referee and faces wired together."""
