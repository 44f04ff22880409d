import type { AuditChangeResponse } from '../../contract/audit.ts'
import type { FlowVersionResponse } from '../../contract/flows.ts'
import type { SavedVersionResponse } from '../../contract/versions.ts'
import type { AuditChange } from '../../core/audit/audit-event.ts'
import type { FlowVersion } from '../../core/flows/flow.ts'
import type { SavedVersion } from '../../core/versions/saved-version.ts'
import { configFromWire } from './flow-from-wire.ts'
import { withoutAbsent } from './without-absent.ts'

export const versionFromWire = ({ version, saved_at, saved_by, changes }: SavedVersionResponse): SavedVersion => ({
  version,
  savedAt: saved_at,
  ...(saved_by && { savedBy: { uid: saved_by.uid, ...withoutAbsent({ name: saved_by.name }) } }),
  ...(changes && { changes: changes.map(changeFromWire) }),
})

const KINDS: readonly string[] = ['added', 'removed', 'changed'] satisfies AuditChange['kind'][]

/** A kind that only a newer server knows still counts as a change. */
export const changeFromWire = ({ path, kind, from, to }: AuditChangeResponse): AuditChange => ({
  path,
  kind: KINDS.includes(kind) ? (kind as AuditChange['kind']) : 'changed',
  ...withoutAbsent({ from, to }),
})

export const flowVersionFromWire = (row: FlowVersionResponse): FlowVersion => ({
  name: row.name,
  enabled: row.enabled,
  sourceConnection: { id: row.source_connection_id },
  destinationConnection: { id: row.destination_connection_id },
  config: configFromWire(row.config),
  freshnessMinutes: row.freshness_minutes ?? null,
})
