-- Works with 0.1.0 and later.
-- Answers of vendors that charge for each of them, kept for the rest of their day (UTC).
create table kept_answers (
  organization_id uuid not null references organizations on delete cascade,
  -- A hash of the question, and of whose account was asked.
  question text not null,
  day date not null,
  -- Sealed by the vault for this organization.
  sealed jsonb not null,
  bytes integer not null,
  primary key (organization_id, question)
);
create index on kept_answers (day);

alter table kept_answers enable row level security;
alter table kept_answers force row level security;
create policy scoped on kept_answers using (scope_is_system() or organization_id = scope_organization());
