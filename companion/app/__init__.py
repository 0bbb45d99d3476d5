"""The running program: readers, referee and pages connected with each other."""
