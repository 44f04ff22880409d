-- The totals of a run over its streams, computed when they are written: a list can show thousands of streams without reading them.
create function run_totals_of(streams jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object(
    'streams', count(*),
    'succeeded', count(*) filter (where status = 'succeeded'),
    'failed', count(*) filter (where status in ('failed', 'cancelled')),
    'rows_read', coalesce(sum(rows_read), 0),
    'rows_written', coalesce(sum(rows_written), 0),
    'rows_filtered', coalesce(sum(rows_filtered), 0),
    'rows_rejected', coalesce(sum(rows_rejected), 0),
    'rows_added', coalesce(sum(rows_added), 0),
    'bytes', coalesce(sum(bytes), 0),
    'estimated_rows', coalesce(sum(estimated_rows), 0),
    'rows_arrived', coalesce(sum(rows_written) filter (where status = 'succeeded'), 0),
    'balanced', count(*) filter (where rows_read + coalesce(rows_added, 0) = rows_written + rows_filtered + rows_rejected),
    'check', case
      when bool_or(receipt #>> '{check,state}' = 'failed') then 'failed'
      when count(*) > count(receipt #> '{check,state}') then null
      when bool_or(receipt #>> '{check,state}' = 'counted') then 'counted'
      when count(*) > 0 then 'verified' end)
  from jsonb_to_recordset(streams) stream (status text, rows_read numeric, rows_written numeric, rows_filtered numeric,
    rows_rejected numeric, rows_added numeric, bytes numeric, estimated_rows numeric, receipt jsonb)
$$;
alter table runs add column totals jsonb not null generated always as (run_totals_of(streams)) stored;
