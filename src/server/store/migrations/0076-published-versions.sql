-- Works with 0.1.0 and later.
-- What the person who published a version wrote about it.
alter table versions add column note text;
-- When somebody began the edits that are one version; empty for a version that was published as a whole.
alter table versions add column edited_since timestamptz;
