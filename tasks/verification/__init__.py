"""Whether citations, references and evidence hold."""
