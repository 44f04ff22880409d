-- Works with 0.1.0 and later.
-- Some of the rows that did not pass a check of a stream, kept for some time so that people can see them.
create table check_rows (
  organization_id uuid not null references organizations on delete cascade,
  run_id uuid not null references runs on delete cascade,
  entity text not null,
  check_id text not null,
  -- Columns and rows, sealed by the vault for this organization and this run.
  sealed jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (run_id, entity, check_id)
);
create index on check_rows (kept_at);

alter table check_rows enable row level security;
alter table check_rows force row level security;
create policy scoped on check_rows using (scope_is_system() or organization_id = scope_organization());

-- How many rows the last run of a stream wrote; empty for runs of older versions.
alter table stream_columns add column rows bigint;
