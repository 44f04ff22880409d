-- Works with 0.1.0 and later.
-- The answers of calls with an Idempotency-Key, for a day: a repeat gets the first answer, and nothing happens twice.
create table request_keys (
  -- SHA-256 of the caller, the organization and the key.
  id bytea primary key,
  -- SHA-256 of the caller.
  caller bytea not null,
  -- Absent: the call is about no organization that the caller belongs to.
  organization_id uuid references organizations on delete cascade,
  -- Of method, path and body, with the organization's salt.
  fingerprint text not null,
  -- Of the process that works on it. A later one takes over when the lease has ended.
  attempt uuid not null,
  leased_until timestamptz not null,
  -- A transaction of the call that changed something has been committed.
  changed boolean not null default false,
  -- Of the answer; null until there is one.
  status int,
  -- The answer, sealed. Null: it has no body, or was too large.
  sealed jsonb,
  bytes int not null default 0,
  created_at timestamptz not null default now()
);
create index on request_keys (caller, created_at);
create index on request_keys (organization_id);
create index on request_keys (created_at);
alter table request_keys enable row level security;
alter table request_keys force row level security;
create policy scoped on request_keys using (scope_is_system() or organization_id = scope_organization());
