-- Works with 0.1.0 and later.

-- A stand-in on the machine of the server plays the system of this integration.
alter table integrations add column is_stand_in boolean not null default false;
