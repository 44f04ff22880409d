-- The billed usage of an organization: rows that its runs have written to their destinations and that stay there, one entry for
-- each stream of a run. Entries are only added: flows, connections and runs may be deleted, their usage stays.
create table usage_entries (
  organization_id uuid not null references organizations on delete cascade,
  -- No reference, because a run is deleted with its flow.
  run_id uuid not null,
  entity text not null,
  target text not null,
  rows_written bigint not null,
  counted_at timestamptz not null default now(),
  primary key (run_id, entity, target)
);
create index on usage_entries (organization_id, counted_at);

alter table usage_entries enable row level security;
alter table usage_entries force row level security;
create policy scoped on usage_entries using (scope_is_system() or organization_id = scope_organization());

-- A role that is subject to row-level security sees the runs of all organizations only in the system's scope.
select set_config('millrace.system', 'on', true);
insert into usage_entries (organization_id, run_id, entity, target, rows_written, counted_at)
select organization_id, id, stream->>'entity', stream->>'target', max((stream->>'rows_written')::bigint), finished_at
from runs, jsonb_array_elements(streams) stream
where finished_at is not null and flow_snapshot->'dry' is null and stream->>'status' = 'succeeded'
group by organization_id, id, stream->>'entity', stream->>'target', finished_at;
