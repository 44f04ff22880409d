-- Runs that went wrong, newest first: a search for what went wrong looks at no others.
create index runs_newest_with_error on runs (organization_id, queued_at desc, id desc) where error is not null;
