-- Works with 0.1.0 and later.
-- What a list is narrowed to, ordered and grouped by, under a name: of one member, or without an owner of the whole organization.
create table saved_views (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  -- Whoever leaves the organization takes their own views along.
  owner_uid text,
  list text not null,
  name text not null,
  search jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (organization_id, owner_uid) references memberships (organization_id, user_uid) on delete cascade
);
create index on saved_views (organization_id, owner_uid);
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy scoped on saved_views using ((select scope_is_system()) or organization_id = (select scope_organization()));
create trigger within_limit before insert on saved_views for each row execute function refuse_above_limit('saved-views');
