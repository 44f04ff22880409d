-- How connections last tested before they were saved, by a digest of what was tested, which only the holder of MASTER_KEY could compute.
-- For an hour; a connection that is saved with the very same settings has this as its last test.
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
