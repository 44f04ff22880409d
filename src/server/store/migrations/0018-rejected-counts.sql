-- How many rows of a stream were rejected, also beyond those that are kept: for an attempt that follows one which has committed.
alter table rejected_streams add column rejected bigint not null default 0;
