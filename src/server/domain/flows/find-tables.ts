import type { Database } from '../../store/database/database.ts'
import { searchTables } from '../../store/flows/search-tables.ts'

const SHOWN = 20

/** The tables with every word of a text in their names, and which flows move them. */
export const findTables = (database: Database, organizationId: string, text: string) =>
  database.inOrganization(organizationId, (query) =>
    searchTables(query, organizationId, text.trim().split(/\s+/), SHOWN),
  )
