-- Works with 0.1.0 and later.
-- What people have deleted, as it was, for some days. A flow's name stays as long as its runs, without a content.
create table trash (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- flow, connection, integration, alert-channel or schedule
  kind text not null,
  name text not null,
  deleted_at timestamptz not null default now(),
  -- The person's uid.
  deleted_by text,
  -- The row of its table; for a schedule: the flow's id and the schedule.
  content jsonb
);
create index on trash (organization_id, deleted_at desc);
create index on trash (deleted_at) where content is not null;

alter table trash enable row level security;
alter table trash force row level security;
create policy scoped on trash using (scope_is_system() or organization_id = scope_organization());

-- Runs outlive their flow; its positions and known columns wait with it in the trash.
alter table runs drop constraint runs_organization_id_flow_id_fkey;
alter table stream_positions drop constraint stream_positions_organization_id_flow_id_fkey;
alter table stream_columns drop constraint stream_columns_organization_id_flow_id_fkey;

-- An organization is deleted at first by taking its members away, so that it is closed for everybody at once.
alter table organizations add column deleted_at timestamptz;
create index on organizations (deleted_at) where deleted_at is not null;
create table deleted_memberships (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_uid text not null references users on delete cascade,
  roles text[] not null,
  created_at timestamptz not null
);
create index on deleted_memberships (organization_id);
create index on deleted_memberships (user_uid);
alter table deleted_memberships enable row level security;
alter table deleted_memberships force row level security;
create policy scoped on deleted_memberships using (
  scope_is_system() or organization_id = scope_organization() or user_uid = scope_user()
);
