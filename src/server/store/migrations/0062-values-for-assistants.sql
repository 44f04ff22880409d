-- Works with 0.1.0 and later.
-- What an organization allows assistants; without a row: nothing.
create table assistant_settings (
  organization_id uuid primary key references organizations on delete cascade,
  shows_values boolean not null
);
alter table assistant_settings enable row level security;
alter table assistant_settings force row level security;
create policy scoped on assistant_settings using (scope_is_system() or organization_id = scope_organization());

-- From which columns of the source the kept values are made; null for rows of earlier versions, whose values no assistant sees.
alter table rejected_streams add column origins jsonb;
