-- Works with 0.1.0 and later.
-- What an organization may spend in a calendar month (UTC); null: without a limit. Budgets of flows are in their settings.
create table organization_budgets (
  organization_id uuid primary key references organizations on delete cascade,
  dollars numeric,
  rows numeric,
  mails numeric
);

-- What was spent in a month, or is reserved by runs under way: of the organization, and of each of its flows.
create table spending (
  organization_id uuid not null references organizations on delete cascade,
  -- The organization itself, or a flow. No reference, because what a deleted flow has spent stays spent.
  scope_id uuid not null,
  month date not null,
  dollars numeric not null default 0,
  rows numeric not null default 0,
  mails numeric not null default 0,
  -- The budget about whose end a warning was sent, by its kind.
  warned jsonb not null default '{}',
  primary key (organization_id, scope_id, month)
);

-- What each run has spent, or has reserved while it is under way.
create table run_spending (
  organization_id uuid not null references organizations on delete cascade,
  run_id uuid primary key references runs on delete cascade,
  dollars numeric not null default 0,
  rows numeric not null default 0,
  mails numeric not null default 0
);

-- What the rows that a dry run has counted would cost the destination.
create table run_estimates (
  organization_id uuid not null references organizations on delete cascade,
  run_id uuid primary key references runs on delete cascade,
  destination jsonb not null
);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['organization_budgets', 'spending', 'run_spending', 'run_estimates'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy scoped on %I using (scope_is_system() or organization_id = scope_organization())', tenant_table);
  end loop;
end $$;
