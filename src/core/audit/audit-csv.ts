import { csvOf } from '../csv.ts'
import type { AuditChange, AuditEvent } from './audit-event.ts'

const COLUMNS = ['at', 'person', 'action', 'target', 'target id', 'address', 'changes'] as const

/** The events as a file for spreadsheets. */
export const auditCsv = (events: readonly AuditEvent[]): string =>
  csvOf([
    COLUMNS,
    ...events.map(({ at, actorName, actorUid, action, targetName = '', targetId = '', address = '', changes = [] }) => [
      at,
      actorName ?? actorUid,
      action,
      targetName,
      targetId,
      address,
      changes.map(changeText).join('; '),
    ]),
  ])

const changeText = ({ path, kind, from = '', to = '' }: AuditChange): string => {
  const field = path.join(' › ')
  return from === '' && to === '' ? `${field} ${kind}` : `${field}: ${from} → ${to}`
}
