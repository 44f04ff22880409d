-- Works with 0.1.0 and later.
-- What was edited of a flow and is not published yet; with its base, so that it can be merged with what is published meanwhile. In the row of the
-- flow, so that it waits in the trash and in backups with it. A process of an earlier version neither reads nor writes it.
alter table flows add column draft jsonb;
-- Grows with each change of the draft; with the version it numbers every state that an editor shows.
alter table flows add column draft_saves integer not null default 0;
-- Empty: as the organization says.
alter table flows add column publishing text;
alter table organizations add column publishing text not null default 'automatic';
