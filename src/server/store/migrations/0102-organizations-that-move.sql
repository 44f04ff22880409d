-- Works with 0.1.0 and later.
-- An organization that moves to another installation (`millrace move-organization`), at both of them.
create table organization_moves (
  organization_id uuid primary key references organizations on delete cascade,
  -- The same at both installations.
  id uuid not null,
  -- At the old one: stopping (nothing begins any more), frozen, moved. At the new one: arriving, active.
  state text not null check (state in ('stopping', 'frozen', 'moved', 'arriving', 'active')),
  -- What they were before.
  schedules_paused boolean not null,
  -- The people of the old installation who have an account at the new one: their uids, there and here.
  people jsonb,
  -- How many rows of each table have arrived.
  progress jsonb not null default '{}',
  began_at timestamptz not null default now()
);
alter table organization_moves enable row level security;
alter table organization_moves force row level security;
create policy scoped on organization_moves using ((select scope_is_system()) or organization_id = (select scope_organization()));

-- The name of a person at the old installation, replaced by that at the new one.
create function with_people(content jsonb, place text[], people jsonb) returns jsonb language sql immutable as $$
  select case when people ? (content #>> place) then jsonb_set(content, place, people -> (content #>> place)) else content end
$$;

-- In triggers, so that no way of changing an organization that is frozen goes past it: not even that of an earlier version. What the system does on
-- its own passes over the rows. It says so where the change is a part of another one, or would add something.
create function refuse_while_moved() returns trigger language plpgsql as $$
declare
  concerned uuid;
  found_state text;
begin
  if exists (select from millrace.organization_moves) and current_setting('millrace.moving', true) is distinct from 'on' then
    if tg_table_name = 'organizations' then concerned := old.id;
    elsif tg_op = 'INSERT' then concerned := new.organization_id;
    else concerned := old.organization_id; end if;
    select state into found_state from millrace.organization_moves where organization_id = concerned;
    if found_state in ('frozen', 'moved', 'arriving') or found_state = 'stopping' and tg_op = 'INSERT' and tg_table_name = 'runs' then
      if tg_op <> 'INSERT' and millrace.scope_is_system() and pg_trigger_depth() = 1 then return null; end if;
      raise exception 'the organization moves to another installation' using errcode = 'MR002', detail = found_state;
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

create trigger not_while_moved before update or delete on organizations for each row execute function refuse_while_moved();
do $$
declare moved text;
begin
  foreach moved in array array['alert_channels', 'alert_deliveries', 'assistant_settings', 'audit_events', 'awaited_runs', 'batch_flows', 'batches', 'check_rows',
    'connection_tests', 'connections', 'deleted_memberships', 'federated_credentials', 'flow_proposals', 'flows', 'integrations', 'invitations', 'memberships',
    'mirror_differences', 'mirror_tables', 'mirror_windows', 'mirrors', 'organization_budgets', 'outbox', 'reject_limits', 'rejected_causes', 'rejected_rows',
    'rejected_streams', 'row_changes', 'run_approvals', 'run_estimates', 'run_limits', 'run_lineage', 'run_log', 'run_servers', 'run_spending', 'run_streams',
    'run_structures', 'runs', 'saved_views', 'service_members', 'spending', 'stream_columns', 'stream_positions', 'table_changes', 'trash', 'usage_entries',
    'versions'] loop
    execute format('create trigger not_while_moved before insert or update or delete on %I for each row execute function refuse_while_moved()', moved);
  end loop;
end $$;
