-- The number of rejected rows of a stream, including those that are not stored: for an attempt after one that has committed.
alter table rejected_streams add column rejected bigint not null default 0;
