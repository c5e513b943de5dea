"""What is installed and set: settings, release, and what is wrong with either."""
