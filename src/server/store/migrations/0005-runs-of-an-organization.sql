-- An organization's runs, newest first, in pages; and the runs with one state, which may be rare.
create index runs_newest on runs (organization_id, queued_at desc, id desc);
create index runs_newest_by_status on runs (organization_id, status, queued_at desc, id desc);
