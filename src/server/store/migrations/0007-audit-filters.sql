-- One index for each filter of the log, in reading order.
create index on audit_events (organization_id, action, id desc);
create index on audit_events (organization_id, actor_uid, id desc);
create index on audit_events (organization_id, at desc);
