import type { Query } from '../database/database.ts'
import { FROM_MIRRORS, WANTED } from './wanted-mirrors.ts'

export interface MirroredPairRow {
  readonly flow_name: string
  readonly source_connection_id: string
  readonly destination_connection_id: string
  readonly entity: string
  readonly target: string
}

/** The tables of the other mirrors of an organization that are not off, and where they go; without those that were not let in. */
export const listMirroredPairs = (query: Query, organizationId: string, flowId: string) =>
  query<MirroredPairRow>(
    `select flows.name as flow_name, mirrors.source_connection_id, mirrors.destination_connection_id, mirror_tables.entity, mirror_tables.target
     from ${FROM_MIRRORS} join mirror_tables on mirror_tables.flow_id = mirrors.flow_id
     where mirrors.organization_id = $1 and mirrors.flow_id <> $2 and ${WANTED} <> 'off' and mirror_tables.admitted_at is not null
       and (mirror_tables.state = 'paused' and mirror_tables.problem->>'code' = 'MIRROR_NOT_READY') is not true`,
    [organizationId, flowId],
  )

/** Until the transaction ends, no other mirror of the organization lets tables in. */
export const lockPairs = (query: Query, organizationId: string): Promise<object[]> =>
  query(`select pg_advisory_xact_lock(hashtext('mirrored pairs'), hashtext($1))`, [organizationId])

/** These tables of a mirror may be followed. */
export const admitTables = (query: Query, flowId: string, entities: readonly string[]): Promise<object[]> =>
  query(
    `update mirror_tables set admitted_at = now(), problem = case when problem->>'code' = 'MIRROR_NOT_READY' then null else problem end
     where flow_id = $1 and entity = any($2)`,
    [flowId, entities],
  )
