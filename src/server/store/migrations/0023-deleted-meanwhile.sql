-- If a run is deleted with its flow or its organization, its worker is notified as for a cancelled run.
create function tell_deleted_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('millrace_cancel', old.id::text);
  return null;
end $$;

create trigger told_when_deleted after delete on runs
  for each row when (old.finished_at is null) execute function tell_deleted_run();
