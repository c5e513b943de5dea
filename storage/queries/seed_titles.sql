-- Titles of the seeds of a stage.
SELECT s.work_id, w.title FROM seed AS s JOIN work AS w USING (work_id) WHERE s.stage = $stage ORDER BY s.rank
