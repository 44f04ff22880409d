-- Works with 0.1.0 and later.
-- Ends of runs for which a flow waits: the last one of each flow after which it starts, until it has started after it.
create table awaited_runs (
  organization_id uuid not null references organizations on delete cascade,
  -- The flow that waits. Deleting one of the two deletes the row, so that a restored flow waits anew.
  flow_id uuid not null,
  after_flow_id uuid not null,
  run_id uuid not null,
  primary key (flow_id, after_flow_id),
  foreign key (organization_id, flow_id) references flows (organization_id, id) on delete cascade,
  foreign key (organization_id, after_flow_id) references flows (organization_id, id) on delete cascade
);
create index on awaited_runs (organization_id, after_flow_id);

alter table awaited_runs enable row level security;
alter table awaited_runs force row level security;
create policy scoped on awaited_runs using (scope_is_system() or organization_id = scope_organization());

create index flows_after_others on flows (organization_id) where jsonb_typeof(config->'after') = 'object';
