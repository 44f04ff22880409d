-- Why a queued run has not begun: the number of active runs of its organization, and the number of other runs that start before it.
create index runs_under_way on runs (organization_id) where status in ('running', 'committing');

-- Sees all organizations and returns only two numbers. The queue skips runs of organizations without free slots, so they are not counted.
-- The scope is set inside: from Postgres 15 only a superuser may create a function with a `set` clause for a parameter of ours.
create function waiting_of(of_organization uuid, of_turn integer, of_queued_at timestamptz, room integer, most integer) returns json
  language plpgsql stable as $$
declare
  scope text := coalesce(current_setting('millrace.system', true), '');
  counts json;
begin
  perform set_config('millrace.system', 'on', true);
  select json_build_object(
    'active', (select count(*) from runs where organization_id = of_organization and status in ('running', 'committing') and retry_at is null),
    'before', (select count(*) from (
      select from runs waiting
      where status = 'queued' and (turn < of_turn or (turn = of_turn and queued_at < of_queued_at))
        and (select count(*) from runs beside where beside.organization_id = waiting.organization_id
          and beside.status in ('running', 'committing') and beside.retry_at is null) < room
      limit most) waiting)) into counts;
  perform set_config('millrace.system', scope, true);
  return counts;
end $$;
