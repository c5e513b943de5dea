"""An OpenAlex on this machine: works of a world, served as the API serves them, for benchmarks and tests."""
