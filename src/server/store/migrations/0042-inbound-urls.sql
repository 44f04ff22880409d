-- Works with 0.1.0 and later.
-- The signing secrets of a flow's inbound URL, sealed for this flow; empty without such a URL. A part of the row, so that they wait in the trash with it.
alter table flows add column inbound_secrets jsonb;
alter table flows add column inbound_since timestamptz;
alter table flows add column inbound_used_at timestamptz;
