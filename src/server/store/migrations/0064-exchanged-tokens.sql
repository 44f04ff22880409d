-- Works with 0.1.0 and later.
-- Tokens of CI jobs that were exchanged for a key: somebody who has seen one cannot exchange it again.
create table exchanged_tokens (
  -- SHA-256 of the issuer with the id of the token (jti), or of the token if it has none.
  digest bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- Of the key that it was exchanged for last: who has that key may exchange the token again, so that a long job goes on.
  key_hash bytea not null,
  exchanged_at timestamptz not null default now()
);
create index on exchanged_tokens (organization_id);
create index on exchanged_tokens (exchanged_at);
alter table exchanged_tokens enable row level security;
alter table exchanged_tokens force row level security;
create policy scoped on exchanged_tokens using (scope_is_system() or organization_id = scope_organization());
