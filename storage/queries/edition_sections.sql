-- The sections of an edition as they stood last, whether they had been through integration, the citekeys they cite
-- whose works are not in the corpus now, and whether an amendment of the protocol overtook them.
WITH standing AS (
    SELECT * FROM section WHERE edition = $edition QUALIFY row_number() OVER (PARTITION BY section_id ORDER BY version DESC) = 1
)
SELECT s.section_id, s.version, s.heading, s.markdown,
    EXISTS (
        FROM edit AS e JOIN section AS o ON o.section_id = e.section_id AND o.version = e.to_version
        WHERE e.loop = 'integration' AND e.section_id = s.section_id AND o.edition = $edition
    ) AS is_integrated,
    coalesce((
        SELECT list(DISTINCT c.citekey ORDER BY c.citekey) FROM claim AS c
        WHERE c.section_id = s.section_id AND c.version = s.version AND c.citekey NOT IN (SELECT citekey FROM corpus WHERE citekey IS NOT NULL)
    ), []) AS departed,
    EXISTS (FROM outdated_section AS x WHERE x.section_id = s.section_id AND x.version = s.version) AS is_outdated
FROM standing AS s ORDER BY s.position, s.section_id
