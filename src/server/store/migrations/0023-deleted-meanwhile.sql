-- A run that is deleted, with its flow or its organization, is told its worker as one that somebody cancels is.
create function tell_deleted_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('millrace_cancel', old.id::text);
  return null;
end $$;

create trigger told_when_deleted after delete on runs
  for each row when (old.finished_at is null) execute function tell_deleted_run();
