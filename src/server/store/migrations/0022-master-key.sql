-- A value sealed with the master key of all processes, so that a process with another key notices it at start. Without an owner, so only the system sees it.
create table master_key (
  only_one boolean primary key default true check (only_one),
  sealed jsonb not null
);
alter table master_key enable row level security;
alter table master_key force row level security;
create policy scoped on master_key using (scope_is_system());
