"""Every read with a join, one file each, named by what it answers."""
