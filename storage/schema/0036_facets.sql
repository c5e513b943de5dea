-- The things that a topic joins and which relevant works are about each, so that a corpus cut to the tier's size spans them all; old
-- reviews have none and are cut as before.

CREATE TABLE facet (
    facet VARCHAR PRIMARY KEY, position INTEGER NOT NULL, shares BOOLEAN NOT NULL
);
COMMENT ON TABLE facet IS 'Facets of the topic: the runs of words that it joins, and focus areas; none where it names one thing';
COMMENT ON COLUMN facet.facet IS 'In the words of the topic';
COMMENT ON COLUMN facet.position IS 'Place in the topic, from 1';
COMMENT ON COLUMN facet.shares IS 'Whether a work about it alone is on the topic, so that it has a share of the places: a focus area, or joined to another by and, or, or a comma';

CREATE TABLE facet_work (
    facet VARCHAR NOT NULL, work_id VARCHAR NOT NULL, PRIMARY KEY (facet, work_id)
);
COMMENT ON TABLE facet_work IS 'Works found relevant that are about a facet: its words stand in the title, or twice in title and abstract';
COMMENT ON COLUMN facet_work.facet IS 'Facet of the topic';
COMMENT ON COLUMN facet_work.work_id IS 'Work';
