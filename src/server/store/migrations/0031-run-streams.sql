-- What a run did with each of its streams: a separate row, so that only changed rows are written. Deleted with its run.
create table run_streams (
  organization_id uuid not null,
  run_id uuid not null,
  -- Its position in the plan, from 0.
  ordinal integer not null,
  stream jsonb not null,
  -- Together with a snapshot of the database it shows which changes a reader has not seen; see 0017.
  changed_in xid8 not null default pg_current_xact_id()
);

-- A role that is subject to row-level security sees the runs of all organizations only in the system's scope.
select set_config('millrace.system', 'on', true);
insert into run_streams (organization_id, run_id, ordinal, stream)
select organization_id, id, ordinal - 1, stream from runs, jsonb_array_elements(streams) with ordinality entries (stream, ordinal);

-- Once for all rows, which is faster than for each row.
alter table run_streams add primary key (run_id, ordinal);
alter table run_streams add foreign key (run_id) references runs on delete cascade;
alter table run_streams enable row level security;
alter table run_streams force row level security;
create policy scoped on run_streams using (scope_is_system() or organization_id = scope_organization());

-- Code that writes streams also writes their totals; the figures of earlier runs stay unchanged.
alter table runs alter column rows_written drop expression, alter column totals drop expression;
alter table runs alter column rows_written set default 0, alter column totals set default
  '{"streams":0,"succeeded":0,"failed":0,"rows_read":0,"rows_written":0,"rows_filtered":0,"rows_rejected":0,"rows_added":0,"bytes":0,"estimated_rows":0,"rows_arrived":0,"balanced":0,"check":null}';
alter table runs drop column streams;
drop function run_totals_of(jsonb);
drop function rows_written_of(jsonb);
