import { csvOf } from '../csv.ts'
import type { AuditEvent } from './audit-event.ts'

const COLUMNS = ['at', 'person', 'action', 'target', 'target id', 'address'] as const

/** The events as a file for spreadsheets. */
export const auditCsv = (events: readonly AuditEvent[]): string =>
  csvOf([
    COLUMNS,
    ...events.map(({ at, actorName, actorUid, action, targetName = '', targetId = '', address = '' }) => [
      at,
      actorName ?? actorUid,
      action,
      targetName,
      targetId,
      address,
    ]),
  ])
