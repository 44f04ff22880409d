-- Works with 0.1.0 and later. A restore takes that back for its store, because earlier versions would start its schedules.
-- The time of the backup from which an organization was restored; empty if it never was. Runs up to then were known to another installation too.
alter table organizations add column restored_at timestamptz;
-- After a restore no schedule starts a run until somebody confirms that the other installation is off.
alter table organizations add column schedules_paused boolean not null default false;
