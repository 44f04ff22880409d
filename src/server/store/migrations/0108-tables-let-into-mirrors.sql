-- Works with 0.1.0 and later.
-- Since when a table may be followed; null: it was never looked at. Of two mirrors in both directions, the first to be let in wins.
alter table mirror_tables add column admitted_at timestamptz;

update mirror_tables set admitted_at = now()
  where case state when 'copying' then copy_run_id is not null when 'paused' then problem->>'code' is distinct from 'MIRROR_NOT_READY' else true end;
