-- Works with 0.1.0 and later.
-- Streams of a run that its worker gives to others, who asked for them at its offer.
create table stream_claims (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  offer_id uuid not null references range_offers on delete cascade,
  worker text not null,
  asked_at timestamptz not null default now(),
  -- Null until the worker of the run gives some, with an epoch of the sequence of attempts: of two claims of one stream the later one counts.
  entities text[],
  epoch bigint,
  -- What the worker has done so far.
  report jsonb,
  has_ended boolean not null default false
);
create index on stream_claims (organization_id);
create index on stream_claims (offer_id);

alter table stream_claims enable row level security;
alter table stream_claims force row level security;
create policy scoped on stream_claims using ((select scope_is_system()) or organization_id = (select scope_organization()));
