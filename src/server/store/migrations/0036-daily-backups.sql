-- Works with 0.1.0 and later.
-- Which process writes the backup of the day, and when the last one was complete. Without an owner, so only the system sees it.
create table daily_backups (
  only_one boolean primary key default true check (only_one),
  -- While a process writes one, a moment ago.
  tried_at timestamptz not null,
  finished_at timestamptz
);
alter table daily_backups enable row level security;
alter table daily_backups force row level security;
create policy scoped on daily_backups using (scope_is_system());
