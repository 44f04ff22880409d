-- Works with 0.1.0 and later.
-- Every saved state of a flow, a connection or an integration. A process of an earlier version writes none, so numbers may be missing.
create table versions (
  organization_id uuid not null references organizations on delete cascade,
  -- flow, connection or integration
  kind text not null,
  -- No reference, because versions wait in the trash with what they belong to.
  subject_id uuid not null,
  version integer not null,
  saved_at timestamptz not null default now(),
  -- The person's uid; empty for a state from before there were versions.
  saved_by text,
  -- The differences to the version before; empty for the first.
  changes jsonb,
  -- Without secrets.
  content jsonb not null,
  primary key (subject_id, version)
);
alter table versions enable row level security;
alter table versions force row level security;
create policy scoped on versions using (scope_is_system() or organization_id = scope_organization());

-- A role that is subject to row-level security sees all organizations only in the system's scope.
select set_config('millrace.system', 'on', true);
insert into versions (organization_id, kind, subject_id, version, saved_at, content)
select organization_id, 'flow', id, version, updated_at, jsonb_build_object('name', name, 'enabled', enabled,
  'source_connection_id', source_connection_id, 'destination_connection_id', destination_connection_id, 'config', config,
  'freshness_minutes', freshness_minutes)
from flows
union all
select organization_id, 'connection', id, 1, updated_at, jsonb_build_object('name', name, 'capability', capability, 'config', config)
from connections;
alter table connections add column version integer not null default 1;
alter table integrations add column version integer not null default 1;
