-- The time when a withdrawn consent at Google was found; empty if the consent is valid.
alter table integrations add column reconnect_since timestamptz;

-- The integration that gets a new consent; empty for a new one.
alter table google_consents add column integration_id uuid;
alter table google_consents add foreign key (organization_id, integration_id)
  references integrations (organization_id, id) on delete cascade;
