-- Whether a work names a facet of the topic where its authors say what it is about, which counts for more than words of its abstract.

ALTER TABLE facet_work ADD COLUMN in_title BOOLEAN;
COMMENT ON COLUMN facet_work.in_title IS 'Whether its words stand in the title; NULL for works assigned before this was recorded';
