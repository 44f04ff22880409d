-- Works with 0.1.0 and later.
-- What people call the channel. Null: it is named after its address or its recipients.
alter table alert_channels add column name text;
-- The file that owns the channel: only applying files changes it. Null: people change it in the application.
alter table alert_channels add column code_file text;
