-- A pending consent: the browser, person and organization that return from Google must be those that started it.
create table google_consents (
  state_hash bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_uid text not null,
  integration_name text not null,
  browser_hash bytea not null,
  code_verifier text not null,
  created_at timestamptz not null default now()
);
alter table google_consents enable row level security;
alter table google_consents force row level security;
create policy scoped on google_consents using (scope_is_system() or organization_id = scope_organization());
