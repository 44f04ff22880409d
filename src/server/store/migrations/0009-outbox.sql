-- Messages of a run to a system that would accept duplicates: written before the call, one per run and target.
create table outbox (
  run_id uuid not null references runs on delete cascade,
  target text not null,
  organization_id uuid not null references organizations on delete cascade,
  -- sending, delivered, refused or unknown; see connectors/delivery.ts
  status text not null,
  rows bigint not null,
  claimed_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (run_id, target)
);

alter table outbox enable row level security;
alter table outbox force row level security;
create policy scoped on outbox using (scope_is_system() or organization_id = scope_organization());
