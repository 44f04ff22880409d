-- A key that was used with one flow is refused for another.
create index runs_by_key on runs (organization_id, idempotency_key) where idempotency_key is not null;
