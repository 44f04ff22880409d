-- The source columns of a stream in the last run that succeeded, so that the next run can find changes.
create table stream_columns (
  organization_id uuid not null references organizations on delete cascade,
  flow_id uuid not null,
  entity text not null,
  target text not null,
  columns jsonb not null,
  run_id uuid not null references runs on delete cascade,
  primary key (flow_id, entity, target),
  foreign key (organization_id, flow_id) references flows (organization_id, id) on delete cascade
);

alter table stream_columns enable row level security;
alter table stream_columns force row level security;
create policy scoped on stream_columns using (scope_is_system() or organization_id = scope_organization());

-- A position without a bound was reset: the next run reads from the beginning.
alter table stream_positions alter column bound drop not null;
