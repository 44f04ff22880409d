-- The next scheduled run of a flow; empty until it is computed, and while the flow is switched off or has no schedule.
alter table flows add column due_at timestamptz;
create index on flows (due_at) where due_at is not null;
create index flows_to_plan on flows (id) where enabled and due_at is null and jsonb_typeof(config->'schedule') = 'object';

-- The scheduled time of a run: there is one run for each.
alter table runs add column scheduled_for timestamptz;
create unique index runs_once_per_due_time on runs (flow_id, scheduled_for) where scheduled_for is not null;

-- An organization's runs by their trigger.
create index runs_newest_by_trigger on runs (organization_id, trigger, queued_at desc, id desc);
