-- The address of the call; empty for older events.
alter table audit_events add column address text;
