-- Other names of what the topic names, as works found define them; old reviews have none, and are ranked and scored as before.

CREATE TABLE synonym (
    name VARCHAR NOT NULL, alias VARCHAR NOT NULL, works INTEGER NOT NULL, work_id VARCHAR NOT NULL, PRIMARY KEY (name, alias)
);
COMMENT ON TABLE synonym IS 'Other names of parts of the topic that works of the first search define: acronyms, what acronyms stand for, code names and trade names; the ranking and the score read them as the topic''s own';
COMMENT ON COLUMN synonym.name IS 'In the words of the topic';
COMMENT ON COLUMN synonym.alias IS 'As most works write it';
COMMENT ON COLUMN synonym.works IS 'Works of the first search that define it';
COMMENT ON COLUMN synonym.work_id IS 'One of them';
