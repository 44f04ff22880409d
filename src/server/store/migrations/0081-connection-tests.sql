-- Works with 0.1.0 and later.
-- Every test of a saved connection, so that its page can show them over time. They are kept as long as runs are.
create table connection_tests (
  organization_id uuid not null,
  connection_id uuid not null,
  at timestamptz not null,
  ok boolean not null,
  -- The stage that failed.
  stage text,
  milliseconds integer not null,
  primary key (connection_id, at),
  foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
);
-- For those that are too old.
create index connection_tests_at on connection_tests (at);
alter table connection_tests enable row level security;
alter table connection_tests force row level security;
create policy scoped on connection_tests using (scope_is_system() or organization_id = scope_organization());
