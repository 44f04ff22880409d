-- An organization's runs, newest first, page by page; and those in one state, which may be rare among many.
create index runs_newest on runs (organization_id, queued_at desc, id desc);
create index runs_newest_by_status on runs (organization_id, status, queued_at desc, id desc);
