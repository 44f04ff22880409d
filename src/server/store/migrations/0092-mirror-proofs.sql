-- Works with 0.1.0 and later.
-- When both sides of a mirrored table were equal last, and what the last comparison has found.
alter table mirror_tables
  -- The moment that was compared, of both sides.
  add column proven_at timestamptz,
  add column proven_rows bigint,
  -- When the last comparison ended, whatever it found.
  add column compared_at timestamptz,
  -- Since when a person waits for one.
  add column compare_asked_at timestamptz,
  add column difference jsonb,
  -- Why the last comparison could not be made, or its rows not be sent again.
  add column proof_problem jsonb;

-- Some of the rows that differed, kept for some time so that people can see them.
create table mirror_differences (
  flow_id uuid not null references mirrors on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  entity text not null,
  -- Columns and rows, sealed by the vault for this organization and this flow.
  sealed jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (flow_id, entity)
);
create index on mirror_differences (kept_at);
alter table mirror_differences enable row level security;
alter table mirror_differences force row level security;
create policy scoped on mirror_differences using ((select scope_is_system()) or organization_id = (select scope_organization()));
