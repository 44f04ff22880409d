-- Works with 0.1.0 and later.
-- Programs that act in an organization, each with a key. Each is a user and a member, too, so that roles and records hold for it as for people.
create table service_members (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  user_uid text not null unique references users on delete cascade,
  -- The flows to which it is limited; null: it is not.
  flow_ids uuid[],
  -- SHA-256, because a key is a random number: nobody can find it by trying.
  key_hash bytea not null unique,
  key_start text not null,
  previous_hash bytea unique,
  previous_until timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_used_from text
);
create index on service_members (organization_id);

alter table service_members enable row level security;
alter table service_members force row level security;
create policy scoped on service_members using (scope_is_system() or organization_id = scope_organization());
