-- Texts, summaries, findings and the quotes they rest on.

CREATE TABLE fulltext_attempt (
    work_id VARCHAR NOT NULL, source VARCHAR NOT NULL, url VARCHAR, status VARCHAR NOT NULL, licence VARCHAR, sha256 VARCHAR,
    pages INTEGER, parser VARCHAR, quality DOUBLE, reason VARCHAR
);
COMMENT ON TABLE fulltext_attempt IS 'Every attempt to get a full text';
COMMENT ON COLUMN fulltext_attempt.work_id IS 'Work';
COMMENT ON COLUMN fulltext_attempt.source IS 'Where it was looked for';
COMMENT ON COLUMN fulltext_attempt.url IS 'Address';
COMMENT ON COLUMN fulltext_attempt.status IS 'How it ended';
COMMENT ON COLUMN fulltext_attempt.licence IS 'Licence stated';
COMMENT ON COLUMN fulltext_attempt.sha256 IS 'SHA-256 of the file';
COMMENT ON COLUMN fulltext_attempt.pages IS 'Pages';
COMMENT ON COLUMN fulltext_attempt.parser IS 'Parser used';
COMMENT ON COLUMN fulltext_attempt.quality IS 'Quality of the text in [0, 1]';
COMMENT ON COLUMN fulltext_attempt.reason IS 'Why it ended so';

CREATE TABLE document (work_id VARCHAR NOT NULL, level INTEGER NOT NULL, page INTEGER NOT NULL, text VARCHAR NOT NULL, source VARCHAR NOT NULL, PRIMARY KEY (work_id, level, page, source));
COMMENT ON TABLE document IS 'Texts of works at three compression levels';
COMMENT ON COLUMN document.work_id IS 'Work';
COMMENT ON COLUMN document.level IS '0 full, 1 about 100 words, 2 ten-to-one';
COMMENT ON COLUMN document.page IS 'Page; 0 is the abstract';
COMMENT ON COLUMN document.text IS 'Text';
COMMENT ON COLUMN document.source IS 'Where the text comes from; project note means not the authors'' words';

CREATE TABLE summary (
    work_id VARCHAR PRIMARY KEY, methodology VARCHAR, limitations VARCHAR, future_work VARCHAR, themes VARCHAR[],
    source VARCHAR NOT NULL, produced_by VARCHAR NOT NULL
);
COMMENT ON TABLE summary IS 'Structured summary of a work';
COMMENT ON COLUMN summary.work_id IS 'Work';
COMMENT ON COLUMN summary.methodology IS 'How it was done';
COMMENT ON COLUMN summary.limitations IS 'Limits it states';
COMMENT ON COLUMN summary.future_work IS 'Research it calls for';
COMMENT ON COLUMN summary.themes IS 'Key phrases';
COMMENT ON COLUMN summary.source IS 'abstract, full text, project note or title';
COMMENT ON COLUMN summary.produced_by IS 'Analyst';

CREATE TABLE quote (
    quote_id VARCHAR PRIMARY KEY, work_id VARCHAR NOT NULL, page INTEGER NOT NULL, char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL, text VARCHAR NOT NULL, source VARCHAR NOT NULL
);
COMMENT ON TABLE quote IS 'Verbatim words of a page';
COMMENT ON COLUMN quote.quote_id IS 'Content id';
COMMENT ON COLUMN quote.work_id IS 'Work';
COMMENT ON COLUMN quote.page IS 'Page; 0 is the abstract';
COMMENT ON COLUMN quote.char_start IS 'First character, counted from 0';
COMMENT ON COLUMN quote.char_end IS 'One past the last character';
COMMENT ON COLUMN quote.text IS 'The words';
COMMENT ON COLUMN quote.source IS 'Where the page comes from; project note means not the authors'' words';

CREATE TABLE finding (finding_id VARCHAR PRIMARY KEY, work_id VARCHAR NOT NULL, kind VARCHAR NOT NULL, position INTEGER NOT NULL, text VARCHAR NOT NULL, quote_id VARCHAR NOT NULL);
COMMENT ON TABLE finding IS 'What a work says, in one sentence';
COMMENT ON COLUMN finding.finding_id IS 'Content id';
COMMENT ON COLUMN finding.work_id IS 'Work';
COMMENT ON COLUMN finding.kind IS 'finding, method, limitation, future_work or background';
COMMENT ON COLUMN finding.position IS 'Order within the summary';
COMMENT ON COLUMN finding.text IS 'The statement';
COMMENT ON COLUMN finding.quote_id IS 'Words it rests on';
