-- Works with 0.1.0 and later.
-- What a person has asked for many flows: any process does it, each flow in a transaction of its own, until none waits.
create table batches (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  asked_by text not null,
  -- The caller, for the audit log.
  caller jsonb not null,
  -- Null: the flows are run.
  change jsonb,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz
);
create index on batches (organization_id, created_at desc);
alter table batches enable row level security;
alter table batches force row level security;
create policy scoped on batches using ((select scope_is_system()) or organization_id = (select scope_organization()));

create table batch_flows (
  batch_id uuid not null references batches on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  flow_id uuid not null,
  position int not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'cancelled')),
  -- Of one that is run.
  run_id uuid,
  error jsonb,
  primary key (batch_id, flow_id)
);
create index on batch_flows (batch_id, position) where state = 'waiting';
alter table batch_flows enable row level security;
alter table batch_flows force row level security;
create policy scoped on batch_flows using ((select scope_is_system()) or organization_id = (select scope_organization()));
