-- Works with 0.1.0 and later.
-- Why rows of a stream were rejected: counted over all of them, also those for which there was no room.
create table rejected_causes (
  organization_id uuid not null references organizations on delete cascade,
  run_id uuid not null,
  entity text not null,
  column_name text not null,
  -- Never quotes the value.
  rule text not null,
  rule_sentence jsonb,
  rows bigint not null,
  -- How many of them there was room for.
  kept bigint not null,
  -- What would make the column accept the value, and for how many rows.
  mends jsonb not null,
  -- The commonest values, sealed like the rows.
  sealed jsonb not null,
  primary key (run_id, entity, column_name, rule),
  foreign key (run_id, entity) references rejected_streams on delete cascade
);

alter table rejected_causes enable row level security;
alter table rejected_causes force row level security;
create policy scoped on rejected_causes using (scope_is_system() or organization_id = scope_organization());

-- The columns before the steps; null if rows are known only as they reached the destination.
alter table rejected_streams add column source_columns jsonb;
-- Whether the row is known as it was before the steps.
alter table rejected_rows add column is_traced boolean not null default false;
-- The run that sends the row again.
alter table rejected_rows add column replay_id uuid;
create index on rejected_rows (replay_id) where replay_id is not null;

-- How much an organization keeps; without a row: the defaults.
create table reject_limits (
  organization_id uuid primary key references organizations on delete cascade,
  rows integer not null,
  megabytes integer not null,
  days integer not null
);
alter table reject_limits enable row level security;
alter table reject_limits force row level security;
create policy scoped on reject_limits using (scope_is_system() or organization_id = scope_organization());
create index on rejected_rows (organization_id);
