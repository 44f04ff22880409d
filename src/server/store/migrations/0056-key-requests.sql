-- Works with 0.1.0 and later.
-- A command line asks for a key, and a person gives it one in the browser: the code is shown on both sides, and only who knows the secret behind the hash
-- gets the key, which is made at that moment.
create table key_requests (
  code text primary key,
  secret_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  service_member_id uuid references service_members on delete cascade,
  expires_in_days integer
);
create index on key_requests (service_member_id);
alter table key_requests enable row level security;
alter table key_requests force row level security;
create policy scoped on key_requests using (scope_is_system());
