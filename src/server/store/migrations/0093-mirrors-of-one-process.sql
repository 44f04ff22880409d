-- Works with 0.1.0 and later.
-- The process that follows a mirror has others of the same account beside it: when it ends, all of them are free at once.
alter table mirrors add column held_by uuid;
-- Processes in a row that have ended with it: it may be the reason.
alter table mirrors add column crashes int not null default 0;
alter table mirrors add column held_since timestamptz;
