-- Works with 0.1.0 and later.
-- From which tables and columns a running run makes its targets, one row per table; deleted when the end of the run has been reported, or with the run.
create table run_lineage (
  organization_id uuid not null,
  run_id uuid not null references runs on delete cascade,
  entity text not null,
  lineage jsonb not null,
  primary key (run_id, entity)
);
alter table run_lineage enable row level security;
alter table run_lineage force row level security;
create policy scoped on run_lineage using (scope_is_system() or organization_id = scope_organization());
