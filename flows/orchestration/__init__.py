"""How the flows use Prefect: task runs and where they go, servers, pauses, what its pages show."""
