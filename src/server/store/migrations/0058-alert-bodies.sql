-- Works with 0.1.0 and later.
-- The body of the last attempt, without keys; empty for e-mail and for messages of earlier versions.
alter table alert_deliveries add column body text;
-- From the beginning of the last attempt to its answer, in milliseconds.
alter table alert_deliveries add column took_ms integer;
-- The delivery that this one sends again, under the same id of the message.
alter table alert_deliveries add column replay_of uuid;
create index on alert_deliveries (channel_id, raised_at desc, id desc);
