-- Works with 0.1.0 and later.
-- Columns that a run found changed, by the connection that has them: its page asks for them without reading the streams of all runs. Deleted with the run.
create table table_changes (
  organization_id uuid not null,
  run_id uuid not null references runs on delete cascade,
  connection_id uuid not null,
  -- Of the run: source or destination.
  side text not null,
  at timestamptz not null,
  entity text not null,
  target text not null,
  columns jsonb not null,
  primary key (run_id, side, entity, target)
);
create index table_changes_newest on table_changes (connection_id, at desc);
alter table table_changes enable row level security;
alter table table_changes force row level security;
create policy scoped on table_changes using (scope_is_system() or organization_id = scope_organization());
