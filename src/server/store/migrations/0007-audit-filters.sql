-- One for each way to narrow the log, in the order in which it is read.
create index on audit_events (organization_id, action, id desc);
create index on audit_events (organization_id, actor_uid, id desc);
create index on audit_events (organization_id, at desc);
