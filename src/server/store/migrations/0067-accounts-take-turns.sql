-- Works with 0.1.0 and later.
-- Whose turn a run takes: the first of the organization's owners, because one person may have any number of organizations.
create function account_of(of_organization uuid) returns text language sql stable as $$
  select coalesce(
    (select user_uid from memberships where organization_id = of_organization and 'owner' = any(roles) order by created_at, user_uid limit 1),
    of_organization::text)
$$;

-- Absent in runs of 0.1.0: these take the turn of their organization.
alter table runs add column account text;
update runs set account = account_of(organization_id) where finished_at is null;
create index runs_under_way_by_account on runs (coalesce(account, organization_id::text)) where status in ('running', 'committing');

-- As before, but for the account: the queue skips runs of accounts without free slots, so they are not counted.
create function waiting_of(of_account text, of_turn integer, of_queued_at timestamptz, room integer, most integer) returns json
  language plpgsql stable as $$
declare
  scope text := coalesce(current_setting('millrace.system', true), '');
  counts json;
begin
  perform set_config('millrace.system', 'on', true);
  select json_build_object(
    'active', (select count(*) from runs where coalesce(account, organization_id::text) = of_account and status in ('running', 'committing') and retry_at is null),
    'before', (select count(*) from (
      select from runs waiting
      where status = 'queued' and (turn < of_turn or (turn = of_turn and queued_at < of_queued_at))
        and (select count(*) from runs beside where coalesce(beside.account, beside.organization_id::text) = coalesce(waiting.account, waiting.organization_id::text)
          and beside.status in ('running', 'committing') and beside.retry_at is null) < room
      limit most) waiting)) into counts;
  perform set_config('millrace.system', scope, true);
  return counts;
end $$;
