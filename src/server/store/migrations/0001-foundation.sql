create table users (
  uid text primary key,
  email text,
  email_verified boolean not null default false,
  display_name text,
  photo_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now()
);

create table memberships (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  user_uid text not null references users on delete cascade,
  roles text[] not null,
  created_at timestamptz not null default now(),
  unique (organization_id, user_uid)
);
create index on memberships (user_uid);

create table integrations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  type text not null,
  merged boolean not null default false,
  credentials jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id)
);

create table connections (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  type text not null,
  capability text not null,
  integration_id uuid not null,
  config jsonb not null default '{}',
  last_test jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  -- Both halves of the key: a connection can never refer to another organization.
  foreign key (organization_id, integration_id) references integrations (organization_id, id)
);
create index on connections (organization_id, integration_id);

create table flows (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  enabled boolean not null default true,
  version integer not null default 1,
  source_connection_id uuid not null,
  destination_connection_id uuid not null,
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, source_connection_id) references connections (organization_id, id),
  foreign key (organization_id, destination_connection_id) references connections (organization_id, id)
);
create index on flows (organization_id, source_connection_id);
create index on flows (organization_id, destination_connection_id);

-- Every attempt of every run gets a larger number: destinations refuse commits of older ones.
create sequence run_epoch;
-- Every change of a run gets a larger number: event streams resume after the last one seen.
create sequence run_revision;

create table runs (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  flow_id uuid not null,
  flow_version integer not null,
  flow_snapshot jsonb not null,
  status text not null default 'queued',
  trigger text not null,
  triggered_by text,
  idempotency_key text,
  attempt integer not null default 0,
  epoch bigint not null default 0,
  revision bigint not null default nextval('run_revision'),
  cancel_requested_at timestamptz,
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  error jsonb,
  streams jsonb not null default '[]',
  foreign key (organization_id, flow_id) references flows (organization_id, id) on delete cascade
);
create index on runs (flow_id, queued_at desc);
create index on runs (organization_id, revision);
create unique index runs_one_active on runs (flow_id) where status in ('queued', 'running', 'committing');
create unique index runs_idempotency on runs (flow_id, idempotency_key) where idempotency_key is not null;

create table run_log (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations on delete cascade,
  run_id uuid not null references runs on delete cascade,
  at timestamptz not null default now(),
  level text not null,
  message text not null,
  entity text
);
create index on run_log (run_id, id);

-- The second check after the authorizer: a query sees only the scope of its transaction.
create function scope_organization() returns uuid language sql stable as
  $$ select nullif(current_setting('millrace.organization', true), '')::uuid $$;
create function scope_user() returns text language sql stable as
  $$ select nullif(current_setting('millrace.user', true), '') $$;
create function scope_is_system() returns boolean language sql stable as
  $$ select coalesce(current_setting('millrace.system', true), '') = 'on' $$;

alter table users enable row level security;
alter table users force row level security;
create policy scoped on users using (
  scope_is_system() or uid = scope_user()
  or exists (select from memberships where user_uid = users.uid and organization_id = scope_organization())
);

alter table organizations enable row level security;
alter table organizations force row level security;
create policy scoped on organizations using (
  scope_is_system() or id = scope_organization()
  or exists (select from memberships where organization_id = organizations.id and user_uid = scope_user())
);

alter table memberships enable row level security;
alter table memberships force row level security;
create policy scoped on memberships using (
  scope_is_system() or organization_id = scope_organization() or user_uid = scope_user()
);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['integrations', 'connections', 'flows', 'runs', 'run_log'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy scoped on %I using (scope_is_system() or organization_id = scope_organization())', tenant_table);
  end loop;
end $$;
