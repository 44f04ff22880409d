import type { AuditEventResponse } from '../../contract/audit.ts'
import type { AuditEvent } from '../../core/audit/audit-event.ts'
import { changeFromWire } from './version-from-wire.ts'
import { withoutAbsent } from './without-absent.ts'

export const eventFromWire = ({
  id,
  at,
  action,
  actor_uid,
  actor_name,
  target_id,
  target_name,
  address,
  changes,
}: AuditEventResponse): AuditEvent => ({
  id,
  at,
  action,
  actorUid: actor_uid,
  ...withoutAbsent({ actorName: actor_name, targetId: target_id, targetName: target_name, address }),
  ...(changes && { changes: changes.map(changeFromWire) }),
})
