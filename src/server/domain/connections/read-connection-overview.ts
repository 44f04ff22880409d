import { listConnectionTests } from '../../store/connections/connection-tests.ts'
import { listArrivedTables, listTableChanges } from '../../store/connections/table-changes.ts'
import type { Database } from '../../store/database/database.ts'
import { requireConnection } from './change-connections.ts'

/** The most of each. */
const MOST = { tests: 60, changes: 200, tables: 5_000 }

/** Everything that the page of a connection shows besides the connection itself and its flows. @throws RequestError not found */
export const readConnectionOverview = (database: Database, organizationId: string, connectionId: string) =>
  database.inOrganization(organizationId, async (query) => {
    const { id } = await requireConnection(query, organizationId, connectionId)
    return {
      tests: (await listConnectionTests(query, id, MOST.tests)).toReversed(),
      changes: await listTableChanges(query, id, MOST.changes),
      tables: await listArrivedTables(query, organizationId, id, MOST.tables),
    }
  })
