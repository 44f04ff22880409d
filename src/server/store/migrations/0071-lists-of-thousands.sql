-- Works with 0.1.0 and later.
-- Each statement reads its scope once, instead of once per row.
do $$
declare
  rule record;
begin
  for rule in select tablename, qual from pg_policies where schemaname = current_schema() and policyname = 'scoped' loop
    execute format('alter policy scoped on %I using (%s)', rule.tablename,
      regexp_replace(rule.qual, '(\w+\.)?(scope_(is_system|organization|user)\(\))', '(select \2)', 'g'));
  end loop;
end $$;

-- The last runs of each flow, without dry runs and skipped ones (runs/counted-runs.ts).
create index if not exists runs_counted on runs (flow_id, queued_at desc) include (organization_id, status, finished_at)
  where error->>'code' is distinct from 'RUN_SKIPPED' and flow_snapshot->'dry' is null;
