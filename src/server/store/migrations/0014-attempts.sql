-- While a run is under way and nobody works on it: when its next attempt may begin.
alter table runs add column retry_at timestamptz;
-- What became of the attempts before the present one, oldest first.
alter table runs add column attempts jsonb not null default '[]';
-- How many attempts in a row ended with the death of their worker.
alter table runs add column losses integer not null default 0;
-- Which of its jobs in the queue may begin the next attempt: one for each time that it was let wait. Older ones are void.
alter table runs add column ticket integer not null default 0;
