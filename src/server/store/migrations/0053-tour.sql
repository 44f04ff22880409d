-- Works with 0.1.0 and later.

-- Whether a person takes the tour, or has ended it; null while neither.
alter table users add column tour text check (tour in ('started', 'ended'));
