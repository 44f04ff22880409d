-- What an event of the audit log changed, field by field; null where it changed nothing that has fields.
alter table audit_events add column changes jsonb;
