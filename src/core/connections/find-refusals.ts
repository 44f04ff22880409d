import { forOrganization } from '../organizations/for-organization.ts'
import { ok } from '../result.ts'
import type { ConnectionDeps } from './deps.ts'
import type { AbsentTable, RefusedTable } from './refused-table.ts'

/** A server answers this many at once. */
const TABLES_AT_ONCE = 100

/** Which of the tables and columns that discovery did not show are only hidden from the account. */
export const makeFindRefusals = forOrganization<ConnectionDeps>()(
  async ({ connections }, organizationId, connectionId: string, tables: readonly AbsentTable[]) => {
    const found: RefusedTable[] = []
    for (let from = 0; from < tables.length; from += TABLES_AT_ONCE) {
      const part = tables.slice(from, from + TABLES_AT_ONCE)
      const answer = await connections.refusals(organizationId, connectionId, part)
      if (!answer.ok) return answer
      found.push(...answer.value)
    }
    return ok(found)
  },
)
