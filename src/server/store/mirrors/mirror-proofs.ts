import type { SealedCredentials } from '../../vault/vault.ts'
import type { Query } from '../database/database.ts'
import { keptDays } from '../rejects/rejected-rows.ts'
import type { RunErrorRow } from '../runs/run-rows.ts'
import type { ClaimedMirror } from './mirror-leases.ts'

/** What the last comparison that found a difference has found. */
export interface MirrorDifferenceRow {
  /** ISO 8601: the moment that was compared. */
  readonly as_of: string
  readonly missing: number
  readonly changed: number
  readonly extra: number
  /** Nobody knows which rows they are. */
  readonly is_unlocated?: true
  /** How many rows were sent again or removed; absent: not yet. */
  readonly repaired?: number
}

export interface ProvenTableRow {
  readonly entity: string
  readonly proven_at: Date | null
  readonly proven_rows: number | null
  readonly compared_at: Date | null
  readonly difference: MirrorDifferenceRow | null
  readonly proof_problem: RunErrorRow | null
}

export const listProvenTables = (query: Query, flowId: string) =>
  query<ProvenTableRow>(
    'select entity, proven_at, proven_rows, compared_at, difference, proof_problem from mirror_tables where flow_id = $1',
    [flowId],
  )

export interface ComparedTable {
  readonly entity: string
  /** The moment that was compared, and when that ended. */
  readonly asOf: Date
  readonly endedAt: Date
  readonly rows?: number | undefined
  readonly difference?: MirrorDifferenceRow | undefined
  readonly problem?: RunErrorRow | undefined
}

/** A comparison has ended. One that was asked for later is still to come. Nobody doubts that a table is equal that was found to be. */
export const storeProof = (
  query: Query,
  flowId: string,
  { entity, asOf, endedAt, rows, difference, problem }: ComparedTable,
): Promise<object[]> =>
  query(
    `update mirror_tables set compared_at = $3, proof_problem = $4, difference = coalesce($5, difference),
       proven_at = case when $4::jsonb is null and $5::jsonb is null then $6 else proven_at end, proven_rows = coalesce($7, proven_rows),
       compare_asked_at = case when compare_asked_at <= $6 then null else compare_asked_at end,
       problem = case when $4::jsonb is null and $5::jsonb is null and problem->>'code' = 'MIRROR_DOUBTFUL' then null else problem end
     where flow_id = $1 and entity = $2`,
    [flowId, entity, endedAt, problem ?? null, difference ?? null, asOf, rows ?? null],
  )

/** Rows that differed were sent again. */
export const storeRepair = (query: Query, flowId: string, entity: string, rows: number): Promise<object[]> =>
  query(
    `update mirror_tables set difference = jsonb_set(difference, '{repaired}', to_jsonb($3::int)) where flow_id = $1 and entity = $2 and difference is not null`,
    [flowId, entity, rows],
  )

/** Keeps some of the rows that differed, in place of earlier ones of the table; deletes expired ones. */
export async function saveMirrorDifference(
  query: Query,
  { flow_id, organization_id }: Pick<ClaimedMirror, 'flow_id' | 'organization_id'>,
  entity: string,
  sealed: SealedCredentials,
): Promise<void> {
  await query(
    `insert into mirror_differences (flow_id, organization_id, entity, sealed) values ($1, $2, $3, $4)
     on conflict (flow_id, entity) do update set sealed = excluded.sealed, kept_at = now()`,
    [flow_id, organization_id, entity, JSON.stringify(sealed)],
  )
  await query(`delete from mirror_differences where kept_at < now() - ${keptDays('mirror_differences')}`)
}

/** They are kept as long as rejected rows. */
export async function findMirrorDifference(
  query: Query,
  organizationId: string,
  flowId: string,
  entity: string,
): Promise<SealedCredentials | undefined> {
  const [row] = await query<{ sealed: SealedCredentials }>(
    `select sealed from mirror_differences where organization_id = $1 and flow_id = $2 and entity = $3
       and kept_at > now() - ${keptDays('mirror_differences')}`,
    [organizationId, flowId, entity],
  )
  return row?.sealed
}

/** @param entities absent: all. @returns how many tables of the mirror are compared */
export const askForProofs = async (
  query: Query,
  organizationId: string,
  flowId: string,
  entities: readonly string[] | undefined,
): Promise<number> =>
  (
    await query(
      `update mirror_tables set compare_asked_at = now() where organization_id = $1 and flow_id = $2 and ($3::text[] is null or entity = any($3)) returning entity`,
      [organizationId, flowId, entities ?? null],
    )
  ).length
