-- Works with 0.1.0 and later.
-- Dry runs that a person has approved: a program that only reads and tries may start the flow once for each, while the flow is the same.
create table run_approvals (
  organization_id uuid not null references organizations on delete cascade,
  run_id uuid primary key references runs on delete cascade,
  approved_by text not null,
  approved_at timestamptz not null default now(),
  used_at timestamptz
);
create index on run_approvals (organization_id);
alter table run_approvals enable row level security;
alter table run_approvals force row level security;
create policy scoped on run_approvals using (scope_is_system() or organization_id = scope_organization());

-- Such a program.
alter table service_members add column needs_approval boolean not null default false;
