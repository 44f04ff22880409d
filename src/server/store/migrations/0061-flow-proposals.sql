-- Works with 0.1.0 and later.
-- What a program has proposed, for a person to look at and apply, or to discard.
create table flow_proposals (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  document text not null,
  proposed_by text not null,
  created_at timestamptz not null default now()
);
create index on flow_proposals (organization_id, created_at);
alter table flow_proposals enable row level security;
alter table flow_proposals force row level security;
create policy scoped on flow_proposals using (scope_is_system() or organization_id = scope_organization());
