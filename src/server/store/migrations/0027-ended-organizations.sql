-- Deleted organizations, until their data outside of the store is removed too: a process may fail in between.
create table ended_organizations (
  id uuid primary key,
  ended_at timestamptz not null default now()
);
alter table ended_organizations enable row level security;
alter table ended_organizations force row level security;
create policy scoped on ended_organizations using (scope_is_system() or id = scope_organization());
