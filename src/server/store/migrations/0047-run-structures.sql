-- Works with 0.1.0 and later.
-- What became of the structure of the source beside its rows: one report per run, because it may be long. Deleted with its run.
create table run_structures (
  organization_id uuid not null,
  run_id uuid primary key references runs on delete cascade,
  objects jsonb not null
);
alter table run_structures enable row level security;
alter table run_structures force row level security;
create policy scoped on run_structures using (scope_is_system() or organization_id = scope_organization());
