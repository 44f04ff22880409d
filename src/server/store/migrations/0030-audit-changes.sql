-- The changes of an event of the audit log, field by field; null if it changed nothing with fields.
alter table audit_events add column changes jsonb;
