import type { Query } from '../database/database.ts'
import { FROM_MIRRORS, WANTED } from './wanted-mirrors.ts'

export interface MirroredPairRow {
  readonly flow_name: string
  readonly source_connection_id: string
  readonly destination_connection_id: string
  readonly entity: string
  readonly target: string
}

/** The tables of the other mirrors of an organization that are not off, and where they go; without those that may not be followed. */
export const listMirroredPairs = (query: Query, organizationId: string, flowId: string) =>
  query<MirroredPairRow>(
    `select flows.name as flow_name, mirrors.source_connection_id, mirrors.destination_connection_id, mirror_tables.entity, mirror_tables.target
     from ${FROM_MIRRORS} join mirror_tables on mirror_tables.flow_id = mirrors.flow_id
     where mirrors.organization_id = $1 and mirrors.flow_id <> $2 and ${WANTED} <> 'off'
       and (mirror_tables.state = 'paused' and mirror_tables.problem->>'code' = 'MIRROR_NOT_READY') is not true`,
    [organizationId, flowId],
  )
