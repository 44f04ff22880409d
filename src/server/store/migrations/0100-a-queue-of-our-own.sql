-- Works with 0.1.0 and later.
-- Processes that execute runs. One that has not been heard of for ten seconds counts as dead.
create table workers (
  id uuid primary key,
  class text not null default '',
  slots integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
alter table workers enable row level security;
alter table workers force row level security;
create policy scoped on workers using ((select scope_is_system()));

-- How many runs an organization may have. Absent: what the installation allows.
create table run_limits (
  organization_id uuid primary key references organizations on delete cascade,
  -- Of the operator. An organization with `active` counts for itself, and not together with the others of its first owner.
  active integer check (active > 0),
  waiting integer check (waiting > 0),
  -- Of its owners, who may only lower.
  own_active integer check (own_active > 0),
  own_waiting integer check (own_waiting > 0)
);
alter table run_limits enable row level security;
alter table run_limits force row level security;
create policy scoped on run_limits using ((select scope_is_system()) or organization_id = (select scope_organization()));

create or replace function account_of(of_organization uuid) returns text language sql stable as $$
  select coalesce(
    (select of_organization::text from run_limits where organization_id = of_organization and active is not null),
    (select user_uid from memberships where organization_id = of_organization and 'owner' = any(roles) order by created_at, user_uid limit 1),
    of_organization::text)
$$;

-- What the installation allows: every process says it in millrace.limits, as it says how much people can make.
create function run_limit(of_kind text, otherwise integer) returns integer language sql stable as $$
  select coalesce((nullif(current_setting('millrace.limits', true), '')::json->>of_kind)::integer, otherwise)
$$;
create function active_limit() returns integer language sql stable as $$ select run_limit('active-runs', 5) $$;
create function waiting_limit_of(of_organization uuid) returns integer language sql stable as $$
  select least(coalesce(max(waiting), run_limit('waiting-runs', 50)), max(own_waiting)) from run_limits where organization_id = of_organization
$$;

-- Runs that have not ended, for those who take them: few short rows, because they change often.
create table run_queue (
  run_id uuid primary key references runs on delete cascade,
  organization_id uuid not null,
  account text not null,
  class text not null default '',
  turn integer not null,
  queued_at timestamptz not null default now(),
  -- Not before.
  begins_at timestamptz not null default now(),
  -- See `claimRun`.
  ticket integer not null default 0,
  -- Who has it.
  worker uuid,
  -- How often it was given to somebody: tells one time from another.
  given integer not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
create index run_queue_waiting on run_queue (turn, queued_at) where worker is null;
create index run_queue_taken on run_queue (worker) where worker is not null;
create index on run_queue (organization_id);
alter table run_queue enable row level security;
alter table run_queue force row level security;
create policy scoped on run_queue using ((select scope_is_system()) or organization_id = (select scope_organization()));

-- In a trigger, so that no way of ending a run leaves it in the queue.
create function leave_queue() returns trigger language plpgsql set search_path from current as $$
begin
  delete from run_queue where run_id = new.id;
  return null;
end $$;
create trigger leave_queue after update of finished_at on runs for each row
  when (old.finished_at is null and new.finished_at is not null) execute function leave_queue();

-- Gives waiting runs to a worker, in the order of their turns: as many as it has slots for, and as their accounts and organizations may have.
-- Reserved slots are for accounts without a run. One worker after the other, so that no two see the same room.
create function take_runs(of_worker uuid, of_class text, slots integer, reserved_slots integer)
  returns table (run uuid, run_ticket integer, run_given integer, is_reserved boolean) language plpgsql as $$
declare
  account_limit integer := active_limit();
begin
  if not exists (select from run_queue where worker is null and class = of_class and begins_at <= now()) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('millrace takes runs', 0));
  return query
  with taken as materialized (
    select account, organization_id, count(*) as runs from run_queue where worker is not null group by 1, 2),
  of_accounts as materialized (select account, sum(runs) as runs from taken group by 1),
  of_organizations as materialized (select organization_id, sum(runs) as runs from taken group by 1),
  front as (
    select waiting.run_id, waiting.turn, waiting.queued_at, waiting.account, waiting.organization_id, of_accounts.runs is null as is_alone,
      coalesce(run_limits.active, account_limit) - coalesce(of_accounts.runs, 0) as account_room,
      coalesce(run_limits.own_active, 1000000) - coalesce(of_organizations.runs, 0) as organization_room
    from run_queue waiting left join of_accounts using (account) left join of_organizations using (organization_id) left join run_limits using (organization_id)
    where worker is null and class = of_class and begins_at <= now()
      and coalesce(of_accounts.runs, 0) < coalesce(run_limits.active, account_limit)
      and coalesce(of_organizations.runs, 0) < coalesce(run_limits.own_active, 1000000)
    order by turn, queued_at limit 10 * (slots + reserved_slots)),
  placed as (
    select *, row_number() over (partition by account order by turn, queued_at) as in_account,
      row_number() over (partition by organization_id order by turn, queued_at) as in_organization from front),
  fitting as (
    select *, row_number() over (order by turn, queued_at) as place from placed
    where in_account <= account_room and in_organization <= organization_room),
  chosen as (
    select run_id, false as reserved from fitting where place <= slots
    union all
    (select run_id, true from fitting where place > slots and is_alone and in_account = 1 order by place limit reserved_slots))
  update run_queue set worker = of_worker, given = run_queue.given + 1
  from chosen where run_queue.run_id = chosen.run_id and worker is null
  returning run_queue.run_id, run_queue.ticket, run_queue.given, chosen.reserved;
end $$;

-- Why a run has not begun. `active` of the `allowed` runs of its account are active, or of its organization where that has fewer;
-- `before` other runs start before it; `workers` that take its class live. Sees all organizations, and returns only numbers.
create function waiting_of(of_run uuid, most integer) returns json language plpgsql stable as $$
declare
  scope text := coalesce(current_setting('millrace.system', true), '');
  own record;
  counts json;
begin
  perform set_config('millrace.system', 'on', true);
  select queue.*, limits.own_active, limits.active as organization_active, coalesce(limits.active, active_limit()) as account_active,
    (select count(*) from run_queue beside where beside.worker is not null and beside.account = queue.account) as of_account,
    (select count(*) from run_queue beside where beside.worker is not null and beside.organization_id = queue.organization_id) as of_organization
    into own from run_queue queue left join run_limits limits using (organization_id) where run_id = of_run;
  if found then
    select json_build_object(
      'of', case when own.organization_active is not null or own.of_organization >= own.own_active then 'organization' else 'account' end,
      'active', case when own.of_organization >= own.own_active then own.of_organization else own.of_account end,
      'allowed', case when own.of_organization >= own.own_active then own.own_active else own.account_active end,
      'class', own.class,
      'workers', (select count(*) from workers where class = own.class and seen_at > now() - interval '10 seconds'),
      'before', (select count(*) from (
        select from run_queue waiting
        where worker is null and class = own.class and (turn, queued_at) < (own.turn, own.queued_at) and account not in (
          select account from run_queue beside left join run_limits using (organization_id)
          where worker is not null group by account having count(*) >= coalesce(max(run_limits.active), active_limit()))
        limit most) waiting)) into counts;
  end if;
  perform set_config('millrace.system', scope, true);
  return counts;
end $$;
