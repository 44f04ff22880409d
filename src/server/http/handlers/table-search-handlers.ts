import { defined } from '../../../core/catalog/defined.ts'
import { findTables } from '../../domain/flows/find-tables.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'

export const tableSearchHandlers = ({ database }: { readonly database: Database }) =>
  ({
    searchTables: async ({ member: { organizationId }, query: { q = '' } }) => ({
      tables: (await findTables(database, organizationId, q)).map(({ entity, target, flow_id: id, flow_name: name }) =>
        defined({ entity, target: target ?? undefined, flow: { id, name } }),
      ),
    }),
  }) satisfies Partial<Handlers>
