-- When Google was found to have withdrawn its consent; empty while all is well.
alter table integrations add column reconnect_since timestamptz;

-- The integration whose consent is asked for again; empty for a new one.
alter table google_consents add column integration_id uuid;
alter table google_consents add foreign key (organization_id, integration_id)
  references integrations (organization_id, id) on delete cascade;
