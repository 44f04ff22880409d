import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { SourceColumn } from '../../../engine/ports/source.ts'
import type { SealedCredentials } from '../../vault/vault.ts'
import type { Query } from '../database/database.ts'

/** How long rejected rows are kept. */
export const KEPT_DAYS = 14

export interface RejectedStream {
  readonly entity: string
  readonly target: string
  /** The columns at the destination. */
  readonly columns: readonly SourceColumn[]
}

export interface RejectedRowRecord {
  readonly row_number: number
  readonly column_name: string
  readonly rule: string
  /** Absent in rows of earlier versions. */
  readonly rule_sentence: Sentence | null
  readonly sealed: SealedCredentials
}

/** The attempt and the run that write: a superseded attempt writes nothing. */
interface Attempt {
  readonly runId: string
  readonly epoch: number
}

/** Deletes the stored rows of a stream from earlier attempts. */
export async function beginRejectedStream(
  query: Query,
  { runId, epoch }: Attempt,
  { entity, target, columns }: RejectedStream,
): Promise<void> {
  await query(
    'delete from rejected_streams where run_id = $1 and entity = $2 and exists (select from runs where id = $1 and epoch = $3)',
    [runId, entity, epoch],
  )
  await query(
    `insert into rejected_streams (organization_id, run_id, entity, target, columns)
     select organization_id, id, $2, $3, $4 from runs where id = $1 and epoch = $5`,
    [runId, entity, target, JSON.stringify(columns), epoch],
  )
}

export const insertRejectedRows = (
  query: Query,
  { runId, epoch }: Attempt,
  entity: string,
  rows: readonly RejectedRowRecord[],
): Promise<object[]> =>
  query(
    `insert into rejected_rows (organization_id, run_id, entity, row_number, column_name, rule, rule_sentence, sealed)
     select organization_id, runs.id, $2, row_number, column_name, rule, rule_sentence, sealed from runs,
       jsonb_to_recordset($3) as r (row_number bigint, column_name text, rule text, rule_sentence jsonb, sealed jsonb)
     where runs.id = $1 and epoch = $4`,
    [runId, entity, JSON.stringify(rows), epoch],
  )

/** Stores the number of rejected rows of a stream, including those that are not stored. */
export const setRejectedCount = (query: Query, { runId, epoch }: Attempt, entity: string, rejected: number) =>
  query(
    `update rejected_streams set rejected = $3
     where run_id = $1 and entity = $2 and exists (select from runs where id = $1 and epoch = $4)`,
    [runId, entity, rejected, epoch],
  )

/** @returns the number of rejected rows of a stream; for an earlier version, the number of stored rows */
export async function countRejectedRows(query: Query, runId: string, entity: string): Promise<number> {
  const [row] = await query<{ rows: number }>(
    `select greatest(rejected, (select count(*) from rejected_rows r where r.run_id = s.run_id and r.entity = s.entity)) as rows
     from rejected_streams s where run_id = $1 and entity = $2`,
    [runId, entity],
  )
  return row?.rows ?? 0
}

const UNEXPIRED = `rejected_at > now() - interval '${KEPT_DAYS} days'`

export const listRejectedStreams = (query: Query, organizationId: string, runId: string): Promise<RejectedStream[]> =>
  query<RejectedStream>(
    `select entity, target, columns from rejected_streams s where organization_id = $1 and run_id = $2
       and exists (select from rejected_rows r where r.run_id = s.run_id and r.entity = s.entity and ${UNEXPIRED}) order by entity`,
    [organizationId, runId],
  )

export interface RejectedPage {
  readonly runId: string
  readonly entity: string
  /** The id of the last row of the previous page; 0 for the first page. */
  readonly after: number
  readonly limit: number
}

export const listRejectedRows = (query: Query, organizationId: string, { runId, entity, after, limit }: RejectedPage) =>
  query<RejectedRowRecord & { readonly id: number }>(
    `select id, row_number, column_name, rule, rule_sentence, sealed from rejected_rows
     where organization_id = $1 and run_id = $2 and entity = $3 and id > $4 and ${UNEXPIRED} order by id limit $5`,
    [organizationId, runId, entity, after, limit],
  )

/** The rows of the run `of` in streams that succeeded in the run `by`, or did not. */
const forget = (query: Query, of: string, by: string, hasSucceeded: boolean): Promise<object[]> =>
  query(
    `delete from rejected_streams where run_id = $1 and entity in (
       select stream->>'entity' from run_streams where run_id = $2 and (stream->>'status' = 'succeeded') = $3)`,
    [of, by, hasSucceeded],
  )

/** Rows of an unfinished stream are not counted. */
export const forgetRejectedOfFailed = (query: Query, runId: string): Promise<object[]> =>
  forget(query, runId, runId, false)

/** Rows that a later run sent again belong to that run, if it rejects them. */
export const forgetReplayed = (query: Query, runId: string, by: string): Promise<object[]> =>
  forget(query, runId, by, true)

/** Expired rows are deleted permanently. */
export async function expireRejectedRows(query: Query): Promise<void> {
  await query(`delete from rejected_rows where not (${UNEXPIRED})`)
  await query(
    'delete from rejected_streams s where not exists (select from rejected_rows r where r.run_id = s.run_id and r.entity = s.entity) and exists (select from runs where id = s.run_id and finished_at is not null)',
  )
}
