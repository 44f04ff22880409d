import { invalid } from '../../domain/request-error.ts'
import type { Database } from '../../store/database/database.ts'
import { type AuditRow, listAuditEvents } from '../../store/organizations/audit.ts'
import type { Handlers } from '../handler.ts'

const PAGE = 100

export const auditHandlers = ({ database }: { readonly database: Database }) =>
  ({
    listAuditEvents: async ({ member: { organizationId }, query: { cursor, ...filter } }) => {
      const before = cursor === undefined ? undefined : Number(cursor)
      if (before !== undefined && !Number.isSafeInteger(before))
        throw invalid('cursor is not one that this call gave out', 'cursor')
      const rows = await database.inOrganization(organizationId, (query) =>
        listAuditEvents(query, organizationId, { ...filter, before }, PAGE),
      )
      return { events: rows.map(toWire), next_cursor: rows.length === PAGE ? String(rows.at(-1)?.id) : null }
    },
  }) satisfies Partial<Handlers>

const toWire = ({ at, ...row }: AuditRow) => ({ ...row, at: at.toISOString() })
