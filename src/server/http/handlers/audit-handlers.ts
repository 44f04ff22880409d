import { readAuditEvents } from '../../domain/audit/read-audit-events.ts'
import { readLastChanges } from '../../domain/audit/read-last-changes.ts'
import type { Database } from '../../store/database/database.ts'
import type { AuditRow } from '../../store/organizations/audit.ts'
import type { Handlers } from '../handler.ts'
import { numberFromCursor } from '../requests/number-from-cursor.ts'

const PAGE = 100

export const auditHandlers = ({ database }: { readonly database: Database }) =>
  ({
    listAuditEvents: async ({ member: { organizationId }, query: { cursor, ...filter } }) => {
      const before = cursor === undefined ? undefined : numberFromCursor(cursor)
      const rows = await readAuditEvents(database, organizationId, { ...filter, before }, PAGE)
      return { events: rows.map(toWire), next_cursor: rows.length === PAGE ? String(rows.at(-1)?.id) : null }
    },

    listLastChanges: async ({ member: { organizationId }, query: { of } }) =>
      (await readLastChanges(database, organizationId, of)).map(
        ({ of: changed, at, actor_uid: uid, actor_name: name }) => ({
          of: changed,
          at: at.toISOString(),
          by: { uid, name },
        }),
      ),
  }) satisfies Partial<Handlers>

const toWire = ({ at, ...row }: AuditRow) => ({ ...row, at: at.toISOString() })
