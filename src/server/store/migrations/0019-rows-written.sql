-- Rows that a run has written, over its streams: summed once when they are stored, and not for each request of a dashboard.
create function rows_written_of(streams jsonb) returns bigint language sql immutable parallel safe as
  $$ select coalesce(sum((stream->>'rows_written')::bigint), 0)::bigint from jsonb_array_elements(streams) stream $$;
alter table runs add column rows_written bigint not null generated always as (rows_written_of(streams)) stored;
