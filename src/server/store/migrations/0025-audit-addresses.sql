-- Where the call came from; nothing for what was written down before.
alter table audit_events add column address text;
