import type { FlowRow } from '../../store/flows/flow-row.ts'

/** Named field by field, which is quicker for thousands than to copy what is left. */
export const flowToWire = (flow: FlowRow) => ({
  id: flow.id,
  name: flow.name,
  enabled: flow.enabled,
  version: flow.version,
  config: flow.config,
  last_run: flow.last_run,
  recent_states: flow.recent_states,
  freshness_minutes: flow.freshness_minutes,
  fresh_until: flow.fresh_until,
  late_since: flow.late_since,
  source_connection: flow.source,
  destination_connection: flow.destination,
  created_at: flow.created_at,
  updated_at: flow.updated_at,
  // JSON leaves out what is undefined.
  code_file: flow.code_file ?? undefined,
  owner: flow.owner ? { uid: flow.owner.uid, name: flow.owner.name } : undefined,
  tags: flow.tags,
})
