-- Works, how they were found, and the raw answers their metadata came from.

CREATE TABLE response (
    response_id VARCHAR PRIMARY KEY, source VARCHAR NOT NULL, url VARCHAR NOT NULL, status INTEGER NOT NULL,
    fetched_at TIMESTAMP NOT NULL, body VARCHAR NOT NULL
);
COMMENT ON TABLE response IS 'Raw answers of catalogues and services';
COMMENT ON COLUMN response.response_id IS 'SHA-256 of the body';
COMMENT ON COLUMN response.source IS 'Catalogue or service that answered';
COMMENT ON COLUMN response.url IS 'What was asked, without secrets and e-mail addresses';
COMMENT ON COLUMN response.status IS 'HTTP status; 200 for local files';
COMMENT ON COLUMN response.fetched_at IS 'When (UTC)';
COMMENT ON COLUMN response.body IS 'The exact text of the answer';

CREATE TABLE work (
    work_id VARCHAR PRIMARY KEY, doi VARCHAR, title VARCHAR NOT NULL, abstract VARCHAR, abstract_source VARCHAR,
    year INTEGER, type VARCHAR, venue VARCHAR, volume VARCHAR, issue VARCHAR, pages VARCHAR, publisher VARCHAR,
    editors VARCHAR[], isbn VARCHAR,
    authors STRUCT(name VARCHAR, author_id VARCHAR, orcid VARCHAR, affiliation VARCHAR)[],
    language VARCHAR, cited_by_count INTEGER NOT NULL, citations_by_year STRUCT("year" INTEGER, "count" INTEGER)[],
    is_oa BOOLEAN NOT NULL, oa_url VARCHAR, is_retracted BOOLEAN NOT NULL, family_id VARCHAR NOT NULL,
    topics VARCHAR[], citekey VARCHAR, response_id VARCHAR
);
COMMENT ON TABLE work IS 'Every work met, in the corpus or not';
COMMENT ON COLUMN work.work_id IS 'OpenAlex key of the work';
COMMENT ON COLUMN work.doi IS 'DOI, lower case, without resolver';
COMMENT ON COLUMN work.title IS 'Title without markup';
COMMENT ON COLUMN work.abstract IS 'Abstract as plain text';
COMMENT ON COLUMN work.abstract_source IS 'Who stated the abstract; project note means not the authors'' words';
COMMENT ON COLUMN work.year IS 'Publication year';
COMMENT ON COLUMN work.type IS 'Work type in the terms of OpenAlex';
COMMENT ON COLUMN work.venue IS 'Journal, book or repository';
COMMENT ON COLUMN work.volume IS 'Volume';
COMMENT ON COLUMN work.issue IS 'Issue';
COMMENT ON COLUMN work.pages IS 'First and last page';
COMMENT ON COLUMN work.publisher IS 'Publisher';
COMMENT ON COLUMN work.editors IS 'Editors';
COMMENT ON COLUMN work.isbn IS 'ISBN';
COMMENT ON COLUMN work.authors IS 'Authors in order, as the catalogue names them';
COMMENT ON COLUMN work.language IS 'Language code';
COMMENT ON COLUMN work.cited_by_count IS 'Citations received, as the catalogue counts them';
COMMENT ON COLUMN work.citations_by_year IS 'Citations received by year, as far as the catalogue says';
COMMENT ON COLUMN work.is_oa IS 'Whether an open copy is known';
COMMENT ON COLUMN work.oa_url IS 'Address of an open copy';
COMMENT ON COLUMN work.is_retracted IS 'Whether the catalogue calls it retracted';
COMMENT ON COLUMN work.family_id IS 'Shared by preprint and published versions of one work';
COMMENT ON COLUMN work.topics IS 'Subject headings, best first';
COMMENT ON COLUMN work.citekey IS 'Key it is cited by, once it is in the corpus';
COMMENT ON COLUMN work.response_id IS 'The answer this record was read from';

CREATE TABLE field_source (
    work_id VARCHAR NOT NULL, field VARCHAR NOT NULL, value VARCHAR, response_id VARCHAR NOT NULL, json_path VARCHAR NOT NULL
);
COMMENT ON TABLE field_source IS 'Which answer states which field of a reference';
COMMENT ON COLUMN field_source.work_id IS 'Work';
COMMENT ON COLUMN field_source.field IS 'Field of the reference';
COMMENT ON COLUMN field_source.value IS 'Value as used';
COMMENT ON COLUMN field_source.response_id IS 'Answer that states it';
COMMENT ON COLUMN field_source.json_path IS 'Where in the answer';

CREATE TABLE work_version (work_id VARCHAR PRIMARY KEY, family_id VARCHAR NOT NULL, relation VARCHAR NOT NULL);
COMMENT ON TABLE work_version IS 'Works that are versions or duplicates of another record';
COMMENT ON COLUMN work_version.work_id IS 'The version or duplicate';
COMMENT ON COLUMN work_version.family_id IS 'Work id of the record kept';
COMMENT ON COLUMN work_version.relation IS 'same DOI, same title, preprint or other version';

CREATE TABLE citation (citing_id VARCHAR NOT NULL, cited_id VARCHAR NOT NULL, source VARCHAR NOT NULL, stage INTEGER NOT NULL);
COMMENT ON TABLE citation IS 'Who cites whom; either side may be a work never met';
COMMENT ON COLUMN citation.citing_id IS 'Work that cites';
COMMENT ON COLUMN citation.cited_id IS 'Work cited';
COMMENT ON COLUMN citation.source IS 'Catalogue that says so';
COMMENT ON COLUMN citation.stage IS 'Diffusion stage in which the citing record was met';

CREATE TABLE search_query (
    query_id VARCHAR PRIMARY KEY, strategy VARCHAR NOT NULL, framing VARCHAR NOT NULL, text VARCHAR NOT NULL, filters JSON,
    catalogue VARCHAR NOT NULL, url VARCHAR NOT NULL, hits INTEGER NOT NULL, retrieved INTEGER NOT NULL,
    retrieved_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE search_query IS 'Every query as run';
COMMENT ON COLUMN search_query.query_id IS 'Content id of query and catalogue';
COMMENT ON COLUMN search_query.strategy IS 'Search strategy';
COMMENT ON COLUMN search_query.framing IS 'Why it was asked';
COMMENT ON COLUMN search_query.text IS 'Words searched';
COMMENT ON COLUMN search_query.filters IS 'Filters applied';
COMMENT ON COLUMN search_query.catalogue IS 'Catalogue asked';
COMMENT ON COLUMN search_query.url IS 'Address asked, without secrets';
COMMENT ON COLUMN search_query.hits IS 'Works the catalogue says match';
COMMENT ON COLUMN search_query.retrieved IS 'Works taken from the top of the ranking';
COMMENT ON COLUMN search_query.retrieved_at IS 'When (UTC)';

CREATE TABLE discovery (
    discovery_id VARCHAR PRIMARY KEY, work_id VARCHAR NOT NULL, strategy VARCHAR NOT NULL, stage INTEGER NOT NULL,
    via_work_id VARCHAR, query_id VARCHAR, rank INTEGER
);
COMMENT ON TABLE discovery IS 'Each way in which a work was found';
COMMENT ON COLUMN discovery.discovery_id IS 'Content id';
COMMENT ON COLUMN discovery.work_id IS 'Work found';
COMMENT ON COLUMN discovery.strategy IS 'keyword, citation, expert, book, seed, import, backward, forward, expansion or update';
COMMENT ON COLUMN discovery.stage IS 'Diffusion stage; 0 is the search before snowballing';
COMMENT ON COLUMN discovery.via_work_id IS 'Work through whose citations it was found';
COMMENT ON COLUMN discovery.query_id IS 'Query that found it';
COMMENT ON COLUMN discovery.rank IS 'Place in the answer, 1 is best';

CREATE TABLE api_call (service VARCHAR NOT NULL, url VARCHAR NOT NULL, status INTEGER NOT NULL, usd DOUBLE NOT NULL, seconds DOUBLE NOT NULL);
COMMENT ON TABLE api_call IS 'Calls to services';
COMMENT ON COLUMN api_call.service IS 'Service';
COMMENT ON COLUMN api_call.url IS 'Address, without secrets';
COMMENT ON COLUMN api_call.status IS 'HTTP status';
COMMENT ON COLUMN api_call.usd IS 'Price in dollars';
COMMENT ON COLUMN api_call.seconds IS 'Duration in seconds';

CREATE TABLE quota (service VARCHAR PRIMARY KEY, remaining DOUBLE, reset_at TIMESTAMP);
COMMENT ON TABLE quota IS 'What services still allow';
COMMENT ON COLUMN quota.service IS 'Service';
COMMENT ON COLUMN quota.remaining IS 'Allowance left';
COMMENT ON COLUMN quota.reset_at IS 'When it is renewed (UTC)';
