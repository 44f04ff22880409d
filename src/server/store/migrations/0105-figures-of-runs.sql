-- Works with 0.1.0 and later.
-- The home page counts the runs of a month: from this index alone, without reading the flow that each run keeps.
create index if not exists runs_figures on runs (organization_id, queued_at) include (status, flow_id, started_at, finished_at, rows_written)
  where flow_snapshot->'dry' is null;

-- Without it Postgres believes that one run in 200 is no dry run, and reads whole histories where the last run is wanted.
-- Postgres 13 keeps them only for an index, and cannot read the other statement.
do $$
begin
  if current_setting('server_version_num')::int >= 140000 then
    execute $sql$create statistics runs_dry on (flow_snapshot->'dry') from runs$sql$;
  else
    create index runs_dry on runs ((flow_snapshot->'dry'));
  end if;
end $$;
analyze runs;
