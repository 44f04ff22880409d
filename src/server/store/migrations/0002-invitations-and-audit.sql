create table invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  roles text[] not null,
  -- Only the hash: a reader of this table cannot accept an invitation.
  token_hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index invitations_one_pending on invitations (organization_id, lower(email))
  where accepted_at is null and revoked_at is null;

create table audit_events (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations on delete cascade,
  at timestamptz not null default now(),
  actor_uid text not null,
  actor_name text,
  action text not null,
  target_id text,
  target_name text
);
create index on audit_events (organization_id, id desc);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['invitations', 'audit_events'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy scoped on %I using (scope_is_system() or organization_id = scope_organization())', tenant_table);
  end loop;
end $$;
