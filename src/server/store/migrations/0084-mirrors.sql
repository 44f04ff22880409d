-- Works with 0.1.0 and later.
-- Flows that follow the log of their source. The position is in the destination; what is here is for those who look, and for the lease.
create table mirrors (
  -- Without a reference: it outlives its flow until the source keeps no log for it any more.
  flow_id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  wanted text not null check (wanted in ('on', 'paused', 'off')),
  state text not null default 'starting',
  -- Where the log is, once it was begun.
  source_connection_id uuid not null,
  destination_connection_id uuid not null,
  -- Of whoever follows the log now.
  epoch bigint not null default 0,
  lease_until timestamptz,
  flow_version int,
  started_at timestamptz not null default now(),
  -- After failures in a row.
  failures int not null default 0,
  next_try_at timestamptz,
  problem jsonb,
  position text,
  lag_ms double precision,
  caught_up_at timestamptz,
  changes_per_second double precision not null default 0,
  held_bytes bigint,
  holder jsonb
);
create index on mirrors (organization_id);
alter table mirrors enable row level security;
alter table mirrors force row level security;
create policy scoped on mirrors using ((select scope_is_system()) or organization_id = (select scope_organization()));

create table mirror_tables (
  flow_id uuid not null references mirrors on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  entity text not null,
  target text not null,
  state text not null default 'copying',
  since timestamptz not null default now(),
  copy_run_id uuid,
  problem jsonb,
  inserted bigint not null default 0,
  updated bigint not null default 0,
  deleted bigint not null default 0,
  divergent bigint not null default 0,
  changed_at timestamptz,
  -- What a person has asked for, until it is done.
  asked text check (asked in ('pause', 'resume', 'copy')),
  primary key (flow_id, entity)
);
alter table mirror_tables enable row level security;
alter table mirror_tables force row level security;
create policy scoped on mirror_tables using ((select scope_is_system()) or organization_id = (select scope_organization()));

-- Receipts of minutes with changes, each with the hash of the one before.
create table mirror_windows (
  flow_id uuid not null references mirrors on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  number bigint not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  content jsonb not null,
  hash text not null,
  primary key (flow_id, number)
);
create index on mirror_windows (ended_at);
alter table mirror_windows enable row level security;
alter table mirror_windows force row level security;
create policy scoped on mirror_windows using ((select scope_is_system()) or organization_id = (select scope_organization()));

-- In a trigger, so that no way of deleting a flow forgets the log that its source keeps.
create function end_mirror() returns trigger language plpgsql set search_path from current as $$
begin
  update mirrors set wanted = 'off', next_try_at = null where flow_id = old.id;
  return null;
end $$;
create trigger end_mirror after delete on flows for each row execute function end_mirror();
