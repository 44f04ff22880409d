import { readConnectionOverview } from '../../domain/connections/read-connection-overview.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'

export const connectionOverviewHandlers = ({ database }: { readonly database: Database }) =>
  ({
    getConnectionOverview: async ({ member: { organizationId }, params }) => {
      const { tests, changes, tables } = await readConnectionOverview(
        database,
        organizationId,
        params['connectionId'] ?? '',
      )
      return {
        tests: tests.map(({ at, ...test }) => ({ ...test, at: at.toISOString() })),
        changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
        tables: tables.map(({ arrived_at: at, ...table }) => ({ ...table, arrived_at: at?.toISOString() ?? null })),
      }
    },
  }) satisfies Partial<Handlers>
