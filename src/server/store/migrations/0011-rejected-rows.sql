-- Rows that a destination could not store, kept for some time so that people can see them and send them again.
create table rejected_streams (
  organization_id uuid not null references organizations on delete cascade,
  run_id uuid not null references runs on delete cascade,
  entity text not null,
  target text not null,
  -- The columns at the destination: names and types.
  columns jsonb not null,
  primary key (run_id, entity)
);

create table rejected_rows (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations on delete cascade,
  run_id uuid not null,
  entity text not null,
  row_number bigint not null,
  column_name text not null,
  -- Never quotes the value.
  rule text not null,
  -- The fields, sealed by the vault for this organization and this run.
  sealed jsonb not null,
  rejected_at timestamptz not null default now(),
  foreign key (run_id, entity) references rejected_streams on delete cascade
);
create index on rejected_rows (run_id, entity, id);
create index on rejected_rows (rejected_at);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['rejected_streams', 'rejected_rows'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy scoped on %I using (scope_is_system() or organization_id = scope_organization())', tenant_table);
  end loop;
end $$;
