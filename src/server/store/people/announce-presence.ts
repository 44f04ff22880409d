import { announcedOfOrganization } from '../database/announcement.ts'
import type { Query } from '../database/database.ts'

export interface Presence {
  readonly organizationId: string
  readonly flowId: string
  /** The process at which they have the flow open. */
  readonly processId: string
  readonly uids: readonly string[]
  /** Whether the others shall announce theirs, too. */
  readonly asks: boolean
}

/** An announcement has at most 8,000 bytes. */
const MAX_PEOPLE = 16
const MAX_NAME = 80

/** Tells every API process who has a flow open at one of them; see http/events/flow-presence.ts. */
export const announcePresence = (
  query: Query,
  { organizationId, flowId, processId, uids, asks }: Presence,
): Promise<object[]> =>
  query(
    `select ${announcedOfOrganization(`json_build_object('o', $1::text, 'f', $2::text, 'p', $3::text, 'a', $5::boolean, 'u', coalesce(
       (select json_agg(json_build_object('uid', uid, 'name', left(coalesce(display_name, email), ${MAX_NAME})) order by uid)
        from users where uid = any($4)), '[]'))`)}`,
    [organizationId, flowId, processId, uids.slice(0, MAX_PEOPLE), asks],
  )
