"""The commands of the command line: each module a group of them, imported without the weight of what they start."""
