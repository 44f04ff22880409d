-- While a run is active and nobody works on it: the earliest time of its next attempt.
alter table runs add column retry_at timestamptz;
-- The results of the attempts before the current one, oldest first.
alter table runs add column attempts jsonb not null default '[]';
-- How many consecutive attempts ended with the death of their worker.
alter table runs add column losses integer not null default 0;
-- The queue job that may begin the next attempt: one for each wait. Older ones are invalid.
alter table runs add column ticket integer not null default 0;
