-- Works with 0.1.0 and later.

-- The file that owns the flow: only applying files changes it. Null: people change it in the application.
alter table flows add column code_file text;
