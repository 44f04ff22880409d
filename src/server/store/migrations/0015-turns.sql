-- The turn: a queued run starts after all runs with a lower turn, and each further run of one organization has a later one.
alter table runs add column turn integer not null default 0;
create index runs_waiting on runs (turn) where status = 'queued';
alter table organizations add column run_turn integer not null default 0;
create index on organizations (run_turn);
