import type { AuditEvent } from './audit-event.ts'

const COLUMNS = ['at', 'person', 'action', 'target', 'target id'] as const

/** The events as a file for spreadsheets (RFC 4180). */
export const auditCsv = (events: readonly AuditEvent[]): string =>
  [
    COLUMNS,
    ...events.map(({ at, actorName, actorUid, action, targetName = '', targetId = '' }) => [
      at,
      actorName ?? actorUid,
      action,
      targetName,
      targetId,
    ]),
  ]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('')

/** People choose names: one that begins like a formula must not become one in a spreadsheet, hence the quote. */
const cell = (text: string): string => {
  const inert = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
