-- Works with 0.1.0 and later.
-- What lists of flows show of ended runs: one row for each flow that has any, so that a list of thousands reads no histories (decision 165).
-- Dry runs and skipped ones do not count (runs/counted-runs.ts).
create table last_runs (
  -- Without a reference: runs stay while their flow is in the trash.
  flow_id uuid primary key,
  organization_id uuid not null,
  -- The newest one. Null only within a transaction.
  run_id uuid,
  status text,
  queued_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  rows_written bigint,
  rows_read bigint,
  rows_rejected bigint,
  -- Of the last fourteen, the newest first: words, which are quicker for a driver than an array.
  states text,
  -- Of the last one that succeeded and moved everything.
  last_success_at timestamptz
);
alter table last_runs enable row level security;
alter table last_runs force row level security;
create policy scoped on last_runs using ((select scope_is_system()) or organization_id = (select scope_organization()));

-- Looks at the runs again, so that the order of changes does not matter. The rows are locked before, so that of two
-- transactions the later one sees what the earlier one has done.
create function note_last_runs(of_flows uuid[]) returns void language plpgsql set search_path from current as $$
begin
  perform from last_runs where flow_id = any(of_flows) order by flow_id for update;
  update last_runs set run_id = latest.id, status = latest.status, queued_at = latest.queued_at, started_at = latest.started_at,
    finished_at = latest.finished_at, rows_written = latest.rows_written, rows_read = latest.rows_read, rows_rejected = latest.rows_rejected,
    states = lately.states, last_success_at = case when latest.is_success then latest.finished_at else (
      select success.finished_at from runs success where success.flow_id = wanted.id and success.status = 'succeeded' and success.error->>'code' is distinct from 'RUN_SKIPPED'
        and success.flow_snapshot->'dry' is null and success.flow_snapshot->'replayOf' is null and success.flow_snapshot->'backfill' is null
      order by success.queued_at desc limit 1) end
  from unnest(of_flows) wanted (id)
  left join lateral (
    select runs.id, runs.status, runs.queued_at, runs.started_at, runs.finished_at, runs.rows_written, (totals->>'rows_read')::bigint as rows_read,
      (totals->>'rows_rejected')::bigint as rows_rejected,
      runs.status = 'succeeded' and flow_snapshot->'replayOf' is null and flow_snapshot->'backfill' is null as is_success
    from runs where runs.flow_id = wanted.id and error->>'code' is distinct from 'RUN_SKIPPED' and flow_snapshot->'dry' is null and runs.finished_at is not null
    order by runs.queued_at desc limit 1) latest on true
  cross join lateral (
    select string_agg(ended.status, ' ') as states from (
      select runs.status from runs
      where runs.flow_id = wanted.id and error->>'code' is distinct from 'RUN_SKIPPED' and flow_snapshot->'dry' is null and runs.finished_at is not null
      order by runs.queued_at desc limit 14) ended) lately
  where last_runs.flow_id = wanted.id;
  delete from last_runs where flow_id = any(of_flows) and run_id is null;
end $$;

-- In triggers, so that no way of ending or deleting a run goes past them: not even that of an earlier version.
create function note_ended_run() returns trigger language plpgsql set search_path from current as $$
begin
  if old.finished_at is null then
    if new.flow_snapshot->'dry' is not null or new.error->>'code' = 'RUN_SKIPPED' then return null; end if;
    -- Almost always it is the newest one, and comes before the others: a tenth of the work.
    update last_runs set run_id = new.id, status = new.status, queued_at = new.queued_at, started_at = new.started_at, finished_at = new.finished_at,
      rows_written = new.rows_written, rows_read = (new.totals->>'rows_read')::bigint, rows_rejected = (new.totals->>'rows_rejected')::bigint,
      states = array_to_string((string_to_array(new.status || ' ' || states, ' '))[1:14], ' '),
      last_success_at = case when new.status = 'succeeded' and new.flow_snapshot->'replayOf' is null and new.flow_snapshot->'backfill' is null
        then new.finished_at else last_success_at end
    where flow_id = new.flow_id and queued_at < new.queued_at;
    if found then return null; end if;
  end if;
  insert into last_runs (flow_id, organization_id) values (new.flow_id, new.organization_id) on conflict do nothing;
  perform note_last_runs(array[new.flow_id]);
  return null;
end $$;
create trigger note_ended_run after update of status, queued_at, started_at, finished_at, rows_written, totals, error, flow_snapshot on runs for each row
  when (new.finished_at is not null or old.finished_at is not null) execute function note_ended_run();

create function note_added_runs() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (select from added where finished_at is not null) then return null; end if;
  insert into last_runs (flow_id, organization_id)
    select distinct flow_id, organization_id from added where finished_at is not null order by flow_id on conflict do nothing;
  perform note_last_runs(array(select distinct flow_id from added where finished_at is not null));
  return null;
end $$;
create trigger note_added_runs after insert on runs referencing new table as added for each statement execute function note_added_runs();

create function note_deleted_runs() returns trigger language plpgsql set search_path from current as $$
begin
  perform note_last_runs(array(select distinct flow_id from gone));
  return null;
end $$;
create trigger note_deleted_runs after delete on runs referencing old table as gone for each statement execute function note_deleted_runs();

-- A role that is subject to row-level security sees the runs of all organizations only in the system's scope.
select set_config('millrace.system', 'on', true);
insert into last_runs (flow_id, organization_id)
  select id, organization_id from flows union select id, organization_id from trash where kind = 'flow' on conflict do nothing;
select note_last_runs(array(select flow_id from last_runs));
