"""OpenAlex as a catalogue: queries, pages, records, refusals and replay."""
