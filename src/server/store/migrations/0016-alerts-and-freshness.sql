-- How old a flow's rows may become, in minutes; empty where nothing is promised.
alter table flows add column freshness_minutes integer;
-- The end of the last success plus the promise; without any success, counted from when the promise was given.
alter table flows add column fresh_until timestamptz;
-- Since when it is known that the promise is broken; empty while it is kept and while the flow is switched off.
alter table flows add column late_since timestamptz;
create index flows_becoming_late on flows (fresh_until) where enabled and late_since is null and fresh_until is not null;

-- Where an organization is told what became of its flows.
create table alert_channels (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  -- email or webhook
  kind text not null,
  -- Of a webhook.
  url text,
  -- What its messages are signed with, sealed by the vault: the present secret, and for a day the one before.
  secrets jsonb,
  -- Of e-mail.
  recipients text[] not null default '{}',
  events text[] not null,
  -- Per cent of the rows that were read.
  rejects_above double precision not null default 0,
  -- Empty: all flows, those to come too.
  flow_ids uuid[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id)
);

-- One message for one channel: written by the transaction that it tells of, sent afterwards by whichever process is first.
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
  -- While a process sends it: until when that one is waited for. Empty once it is settled.
  next_try_at timestamptz default now(),
  tried_at timestamptz,
  -- What the receiver said last.
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
