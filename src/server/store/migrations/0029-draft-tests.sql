-- The last test results of connections before they were saved, by a digest of the tested settings that only the holder of MASTER_KEY can compute.
-- Kept for an hour; a connection saved with exactly the same settings gets this as its last test.
create table draft_tests (
  organization_id uuid not null references organizations on delete cascade,
  digest text not null,
  outcome jsonb not null,
  tested_at timestamptz not null default now(),
  primary key (organization_id, digest)
);

alter table draft_tests enable row level security;
alter table draft_tests force row level security;
create policy scoped on draft_tests using (scope_is_system() or organization_id = scope_organization());
