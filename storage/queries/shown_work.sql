-- A work as it is shown to somebody who screens by name.
SELECT w.work_id, w.title, w.abstract, w."year", w.venue, w.doi, list_transform(w.authors, lambda author: author.name) AS authors
FROM work AS w JOIN screenable USING (work_id) WHERE w.work_id = $work_id
