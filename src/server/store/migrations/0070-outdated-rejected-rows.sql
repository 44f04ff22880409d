-- Works with 0.1.0 and later.
-- Whether the target may have a row with the same key that came later: a rejected row is then not written over it.
alter table rejected_rows add column is_outdated boolean not null default false;
-- The columns of the destination that identify rows; null in rows of earlier versions.
alter table rejected_streams add column key_columns jsonb;
