-- Failed runs, newest first: a search for errors reads no other runs.
create index runs_newest_with_error on runs (organization_id, queued_at desc, id desc) where error is not null;
