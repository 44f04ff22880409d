-- Works with 0.1.0 and later.
-- A standby that takes the place of its primary may lack the last epochs, and would give them again: then the fences of destinations could not tell
-- two attempts apart. Its log has another timeline, so the first epoch on it skips more than could have been lost: the more, the later the timeline,
-- because a standby may lack the row below as well.
create table epoch_timeline (
  is_only boolean primary key default true check (is_only),
  timeline text not null
);
alter table epoch_timeline enable row level security;
alter table epoch_timeline force row level security;
create policy scoped on epoch_timeline using ((select scope_is_system()));

-- Absent where the server tells nobody its log, as some rented ones do.
create function log_timeline() returns text language plpgsql as $$
begin
  return substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8);
exception when others then
  return null;
end $$;

create function next_epoch() returns bigint language plpgsql as $$
declare
  known text := (select timeline from epoch_timeline);
  current text := log_timeline();
begin
  if current is distinct from known and current is not null then
    -- Whoever comes at the same time waits here for the first.
    insert into epoch_timeline (timeline) values (current)
      on conflict (is_only) do update set timeline = current where epoch_timeline.timeline <> current;
    if found then
      perform setval('run_epoch', (select last_value from run_epoch) + 1000000 * ('x' || current)::bit(32)::bigint);
    end if;
  end if;
  return nextval('run_epoch');
end $$;
