import type { Database } from '../../store/database/database.ts'
import { announcePresence, type Presence } from '../../store/people/announce-presence.ts'

/** Tells every API process who has a flow open at this one. */
export const announceFlowPresence = (database: Database, presence: Presence): Promise<object[]> =>
  database.inOrganization(presence.organizationId, (query) => announcePresence(query, presence))
