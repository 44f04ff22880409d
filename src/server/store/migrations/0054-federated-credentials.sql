-- Works with 0.1.0 and later.
-- Programs that prove themselves with tokens of their own system, such as a CI job: they need no stored key. Each credential says whose tokens are
-- accepted; a token is exchanged for a key that is valid for minutes and is gone with its credential.
alter table service_members alter column key_hash drop not null;
alter table service_members alter column key_start drop not null;

create table federated_credentials (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  service_member_id uuid not null references service_members on delete cascade,
  issuer text not null,
  audience text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_subject text
);
create index on federated_credentials (service_member_id);
create index on federated_credentials (organization_id);
alter table federated_credentials enable row level security;
alter table federated_credentials force row level security;
create policy scoped on federated_credentials using (scope_is_system() or organization_id = scope_organization());

create table short_keys (
  key_hash bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  credential_id uuid not null references federated_credentials on delete cascade,
  service_member_id uuid not null references service_members on delete cascade,
  expires_at timestamptz not null
);
create index on short_keys (credential_id);
create index on short_keys (service_member_id);
create index on short_keys (organization_id);
alter table short_keys enable row level security;
alter table short_keys force row level security;
create policy scoped on short_keys using (scope_is_system() or organization_id = scope_organization());
