create table subscriptions (
  organization_id uuid primary key references organizations on delete cascade,
  plan_id text not null,
  status text not null,
  customer_id text,
  subscription_id text unique,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  updated_at timestamptz not null default now()
);
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy scoped on subscriptions using (scope_is_system() or organization_id = scope_organization());

-- The provider delivers at least once; a stored event has already been processed.
create table billing_events (
  id text primary key,
  received_at timestamptz not null default now()
);
