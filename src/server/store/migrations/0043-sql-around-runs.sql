-- Works with 0.1.0 and later.
-- Which SQL around its rows a run has executed: before, after. So that its next attempt does not execute it again.
alter table runs add column sql_done text[] not null default '{}';
