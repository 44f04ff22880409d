-- The position of an incremental stream. Written with the end of the run whose rows have arrived.
create table stream_positions (
  organization_id uuid not null references organizations on delete cascade,
  flow_id uuid not null,
  entity text not null,
  target text not null,
  cursor_column text not null,
  bound text not null,
  run_id uuid not null references runs on delete cascade,
  primary key (flow_id, entity, target),
  foreign key (organization_id, flow_id) references flows (organization_id, id) on delete cascade
);

alter table stream_positions enable row level security;
alter table stream_positions force row level security;
create policy scoped on stream_positions using (scope_is_system() or organization_id = scope_organization());
