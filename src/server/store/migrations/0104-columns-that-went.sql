-- Works with 0.1.0 and later.
-- Postgres 13 and 14 dropped these two with the column that they had been computed from (0031), although they were columns of their own by then.
alter table runs
  add column if not exists rows_written bigint not null default 0,
  add column if not exists totals jsonb not null default
    '{"streams":0,"succeeded":0,"failed":0,"rows_read":0,"rows_written":0,"rows_filtered":0,"rows_rejected":0,"rows_added":0,"bytes":0,"estimated_rows":0,"rows_arrived":0,"balanced":0,"check":null}';
