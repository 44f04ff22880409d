-- The freshness of a flow, in minutes; empty for none.
alter table flows add column freshness_minutes integer;
-- The end of the last success plus the freshness; without a success, counted from the time when the freshness was set.
alter table flows add column fresh_until timestamptz;
-- The time since when the flow is known to be late; empty while it is fresh and while it is switched off.
alter table flows add column late_since timestamptz;
create index flows_becoming_late on flows (fresh_until) where enabled and late_since is null and fresh_until is not null;

-- The channels that are notified about an organization's flows.
create table alert_channels (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  -- email or webhook
  kind text not null,
  -- For a webhook.
  url text,
  -- The signing secrets, sealed by the vault: the current secret, and for a day the previous one.
  secrets jsonb,
  -- For e-mail.
  recipients text[] not null default '{}',
  events text[] not null,
  -- Per cent of the read rows.
  rejects_above double precision not null default 0,
  -- Empty: all flows, including new ones.
  flow_ids uuid[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id)
);

-- One message for one channel: written by the transaction of its event, then sent by the first process that claims it.
create table alert_deliveries (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  channel_id uuid not null,
  -- failed, recovered, late, rejected or test
  event text not null,
  message jsonb not null,
  -- waiting, delivered or given-up
  state text not null default 'waiting',
  attempts integer not null default 0,
  raised_at timestamptz not null default now(),
  -- While a process sends it: how long others wait for that process. Empty when it is finished.
  next_try_at timestamptz default now(),
  tried_at timestamptz,
  -- The last answer of the receiver.
  status integer,
  answer text,
  foreign key (organization_id, channel_id) references alert_channels (organization_id, id) on delete cascade
);
create index on alert_deliveries (next_try_at) where next_try_at is not null;
create index on alert_deliveries (organization_id, raised_at desc, id desc);
create index on alert_deliveries (raised_at);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['alert_channels', 'alert_deliveries'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy scoped on %I using (scope_is_system() or organization_id = scope_organization())', tenant_table);
  end loop;
end $$;
