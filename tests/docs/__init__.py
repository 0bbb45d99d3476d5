"""The pages for those who build, play and judge, held to what the program says."""
