-- Works with 0.1.0 and later.
-- The versions of Millrace and of the servers at both ends, so that a later failure can be compared with a run that succeeded.
create table run_servers (
  organization_id uuid not null,
  run_id uuid primary key references runs on delete cascade,
  servers jsonb not null
);
alter table run_servers enable row level security;
alter table run_servers force row level security;
create policy scoped on run_servers using (scope_is_system() or organization_id = scope_organization());

-- The columns of the target after the last run that succeeded; null if an older version wrote the row, or the target has none.
alter table stream_columns add column target_columns jsonb;
