/** Of a flow: its first table has the mode, and so have all others. */
export const IS_MIRRORED = `flows.config->'streams'->0->>'mode' = 'mirror'`

/**
 * What a mirror should do, of `mirrors` beside its flow and organization; see `WANTED_MIRRORS`. A flow that is switched off is paused, and so is everything
 * after a restore of the store, until somebody resumes it: the original may still follow the log.
 */
export const WANTED = `case
  when organizations.schedules_paused then 'paused'
  when mirrors.wanted = 'off' or flows.id is null or organizations.deleted_at is not null or ${IS_MIRRORED} is not true
    or flows.source_connection_id <> mirrors.source_connection_id or flows.destination_connection_id <> mirrors.destination_connection_id then 'off'
  when mirrors.wanted = 'paused' or not flows.enabled then 'paused' else 'on' end`

export const FROM_MIRRORS = `mirrors join organizations on organizations.id = mirrors.organization_id left join flows on flows.id = mirrors.flow_id`

/** What it does, as far as anybody follows its log. */
export const SHOWN_STATE = `case ${WANTED}
  when 'on' then case when mirrors.state in ('paused', 'off', 'stopping') then 'starting' else mirrors.state end
  when 'paused' then case when mirrors.lease_until > now() and mirrors.state <> 'paused' then 'pausing' else 'paused' end
  else case when mirrors.state = 'off' then 'off' else 'stopping' end end`

/** Of `mirrors`. */
export const PAUSED_TABLES = `(select count(*)::int from mirror_tables where mirror_tables.flow_id = mirrors.flow_id and mirror_tables.state = 'paused')`

/** For lists of flows; one that was never started is off. */
export const SUMMARY_OF_MIRROR = `json_strip_nulls(json_build_object(
  'wanted', case when mirrors.flow_id is null then 'off' else ${WANTED} end,
  'state', case when mirrors.flow_id is null then 'off' else ${SHOWN_STATE} end,
  'lag_ms', mirrors.lag_ms, 'paused_tables', nullif(${PAUSED_TABLES}, 0), 'caught_up_at', to_char(mirrors.caught_up_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`
