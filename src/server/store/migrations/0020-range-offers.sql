-- Ranges of a large table that workers may move in addition to the worker of the run. The destination records which are claimed and finished.
create table range_offers (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  run_id uuid not null unique references runs on delete cascade,
  -- The epoch of the offering attempt; offers of older attempts are invalid.
  epoch bigint not null,
  offer jsonb not null,
  offered_at timestamptz not null default now()
);
create index on range_offers (organization_id);

-- Workers that take part, only while they do.
create table range_helpers (
  organization_id uuid not null references organizations on delete cascade,
  offer_id uuid not null references range_offers on delete cascade,
  worker text not null,
  beat_at timestamptz not null default now(),
  primary key (offer_id, worker)
);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['range_offers', 'range_helpers'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy scoped on %I using (scope_is_system() or organization_id = scope_organization())', tenant_table);
  end loop;
end $$;
