-- The transaction that last changed a run. Together with a snapshot of the database it shows exactly which changes a reader has not
-- seen, whatever the order in which transactions began and ended. A trigger sets it, so that no statement can forget it.
-- `revision` is no longer read; it stays for processes of the previous version with active runs.
alter table runs add column changed_in xid8 not null default pg_current_xact_id();
create index on runs (organization_id, changed_in);
drop index runs_organization_id_revision_idx;

create function mark_change() returns trigger language plpgsql as $$
begin
  new.changed_in = pg_current_xact_id();
  return new;
end $$;
create trigger mark_change before update on runs for each row execute function mark_change();
