-- Works with 0.1.0 and later.
-- How often expensive calls are made, over all processes: a name says which call and whose. Lost after a crash of the server, which allows a few more.
create unlogged table call_rates (
  name text primary key,
  -- When the caller may make as many calls as ever. Source: the generic cell rate algorithm (ITU-T I.371).
  full_at timestamptz not null
);
create index on call_rates (full_at);
alter table call_rates enable row level security;
alter table call_rates force row level security;
create policy scoped on call_rates using (scope_is_system());
