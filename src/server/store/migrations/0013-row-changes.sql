-- A sample of the new, changed or removed rows of a dry run, kept for some time so that people can see them.
create table row_changes (
  organization_id uuid not null references organizations on delete cascade,
  run_id uuid not null references runs on delete cascade,
  entity text not null,
  -- Columns and rows, sealed by the vault for this organization and this run.
  sealed jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (run_id, entity)
);
create index on row_changes (kept_at);

alter table row_changes enable row level security;
alter table row_changes force row level security;
create policy scoped on row_changes using (scope_is_system() or organization_id = scope_organization());
