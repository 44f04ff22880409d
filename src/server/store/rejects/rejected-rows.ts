import type { ColumnOrigin } from '../../../core/catalog/assistants/withheld-columns.ts'
import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import { DEFAULT_REJECT_LIMITS, MAX_REJECT_LIMITS } from '../../../core/catalog/runs/reject-limits.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { SourceColumn } from '../../../engine/ports/source.ts'
import type { SealedCredentials } from '../../vault/vault.ts'
import type { Query } from '../database/database.ts'

/** How long rejected rows are kept at most. */
export const KEPT_DAYS = MAX_REJECT_LIMITS.days

/** A column of rejected rows, as it is stored. */
export interface KeptColumn extends SourceColumn {
  /** The system of its type. Absent: only the kind of its values is known. */
  readonly system?: ConnectionType
}

export interface RejectedStream {
  readonly entity: string
  readonly target: string
  /** The columns at the destination. */
  readonly columns: readonly KeptColumn[]
  /** The columns before the steps; null if rows are known only as they reached the destination. */
  readonly source_columns: readonly KeptColumn[] | null
  /** From which columns of the source those at the destination are made; null: nobody knows. */
  readonly origins: readonly ColumnOrigin[] | null
  /** The columns at the destination that identify rows. Null in rows of earlier versions. */
  readonly key_columns: readonly string[] | null
}

export interface RejectedRowRecord {
  readonly row_number: number
  readonly column_name: string
  readonly rule: string
  /** Absent in rows of earlier versions. */
  readonly rule_sentence: Sentence | null
  /** Whether the row is known as it was before the steps. */
  readonly is_traced: boolean
  /** The target may have a row with the same key that came later. */
  readonly is_outdated: boolean
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
  { entity, target, columns, source_columns, origins, key_columns }: RejectedStream,
): Promise<void> {
  await query(
    'delete from rejected_streams where run_id = $1 and entity = $2 and exists (select from runs where id = $1 and epoch = $3)',
    [runId, entity, epoch],
  )
  await query(
    `insert into rejected_streams (organization_id, run_id, entity, target, columns, source_columns, origins, key_columns)
     select organization_id, id, $2, $3, $4, $6, $7, $8 from runs where id = $1 and epoch = $5`,
    [
      ...[runId, entity, target, JSON.stringify(columns), epoch],
      source_columns && JSON.stringify(source_columns),
      origins && JSON.stringify(origins),
      key_columns && JSON.stringify(key_columns),
    ],
  )
}

export const insertRejectedRows = (
  query: Query,
  { runId, epoch }: Attempt,
  entity: string,
  rows: readonly RejectedRowRecord[],
): Promise<object[]> =>
  query(
    `insert into rejected_rows (organization_id, run_id, entity, row_number, column_name, rule, rule_sentence, is_traced, is_outdated, sealed)
     select organization_id, runs.id, $2, row_number, column_name, rule, rule_sentence, is_traced, is_outdated, sealed from runs, jsonb_to_recordset($3)
       as r (row_number bigint, column_name text, rule text, rule_sentence jsonb, is_traced boolean, is_outdated boolean, sealed jsonb)
     where runs.id = $1 and epoch = $4`,
    [runId, entity, JSON.stringify(rows), epoch],
  )

/** Rows with the keys of these have come after them. */
export const outdateRejectedRows = (
  query: Query,
  { runId, epoch }: Attempt,
  entity: string,
  rows: readonly number[],
): Promise<object[]> =>
  query(
    `update rejected_rows set is_outdated = true
     where run_id = $1 and entity = $2 and row_number = any($3::bigint[]) and exists (select from runs where id = $1 and epoch = $4)`,
    [runId, entity, rows, epoch],
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

/** The condition that a kept row has not expired, by the setting of its organization. @param rows the name of `rejected_rows` in the statement */
export const unexpired = (rows = 'rejected_rows') => `${rows}.rejected_at > now() - ${keptDays(rows)}`

/** How long an organization keeps rows, as an interval. @param rows the name of a table in the statement */
export const keptDays = (rows: string) =>
  `make_interval(days => coalesce((select days from reject_limits where reject_limits.organization_id = ${rows}.organization_id), ${DEFAULT_REJECT_LIMITS.days}))`

/** A stream with kept rows. */
export interface KeptStream extends RejectedStream {
  /** Whether all of them are known as they were before the steps. */
  readonly is_traced: boolean
  /** Whether the target may have a row that came later for any of them. */
  readonly is_outdated: boolean
}

/** Streams of a run with kept rows. @param replayId only rows that this run sends again */
export const listRejectedStreams = (
  query: Query,
  organizationId: string,
  runId: string,
  replayId?: string,
): Promise<KeptStream[]> =>
  query<KeptStream>(
    `select entity, target, columns, source_columns, origins, key_columns, is_traced, is_outdated from rejected_streams s
       cross join lateral (select bool_and(is_traced) as is_traced, bool_or(is_outdated) as is_outdated from rejected_rows r where r.run_id = s.run_id and r.entity = s.entity
         and ${unexpired('r')} and ($3::uuid is null or replay_id = $3)) rows
     where organization_id = $1 and run_id = $2 and is_traced is not null order by entity`,
    [organizationId, runId, replayId ?? null],
  )

/** Rows with one reason for their rejection. */
export interface RejectedCause {
  readonly column: string
  readonly rule: string
}

export interface RejectedPage {
  readonly runId: string
  readonly entity: string
  /** Absent: all of the stream. */
  readonly cause?: RejectedCause | undefined
  /** Only rows that this run sends again. */
  readonly replayId?: string | undefined
  /** The id of the last row of the previous page; 0 for the first page. */
  readonly after: number
  readonly limit: number
}

export interface RejectedRowFound extends RejectedRowRecord {
  readonly id: number
  /** A run that has not ended sends it again. */
  readonly is_sent: boolean
}

export const listRejectedRows = (
  query: Query,
  organizationId: string,
  { runId, entity, cause, replayId, after, limit }: RejectedPage,
) =>
  query<RejectedRowFound>(
    `select id, row_number, column_name, rule, rule_sentence, is_traced, is_outdated, sealed, ${IS_SENT} as is_sent from rejected_rows
     where organization_id = $1 and run_id = $2 and entity = $3 and id > $4 and ${unexpired()}
       and ($6::text is null or (column_name = $6 and rule = $7)) and ($8::uuid is null or replay_id = $8) order by id limit $5`,
    [organizationId, runId, entity, after, limit, cause?.column ?? null, cause?.rule ?? null, replayId ?? null],
  )

const IS_SENT = 'exists (select from runs where runs.id = replay_id and finished_at is null)'

/** Which of a run's rejected rows are meant: these of a stream, all with one cause, all of a stream, or all. */
export interface RejectedPick {
  readonly entity?: string
  readonly rows?: readonly number[]
  readonly cause?: RejectedCause
}

const PICKED = `organization_id = $1 and run_id = $2 and ${unexpired()} and not ${IS_SENT} and ($3::text is null or entity = $3)
  and ($4::bigint[] is null or id = any($4)) and ($5::text is null or (column_name = $5 and rule = $6))`

const picked = (organizationId: string, runId: string, { entity, rows, cause }: RejectedPick) => [
  organizationId,
  runId,
  entity ?? null,
  rows ?? null,
  cause?.column ?? null,
  cause?.rule ?? null,
]

/**
 * The run `replayId` sends these rows again. Rows that are known as they were before the steps go through the steps, others do not; rows that
 * are outdated keep those of the target. So a run sends rows of one kind: of each stream those of its first row, outdated ones last.
 * @returns whether there are any
 */
export async function pickRejectedRows(
  query: Query,
  { organizationId, runId, replayId }: { organizationId: string; runId: string; replayId: string },
  pick: RejectedPick,
): Promise<boolean> {
  const rows = await query(
    `update rejected_rows set replay_id = $7 where ${PICKED} and (entity, is_traced, is_outdated) in
       (select distinct on (entity) entity, is_traced, is_outdated from rejected_rows where ${PICKED} order by entity, is_outdated, id) returning id`,
    [...picked(organizationId, runId, pick), replayId],
  )
  return rows.length > 0
}

/** Deletes kept rows. @returns their number */
export async function deleteRejectedRows(
  query: Query,
  organizationId: string,
  runId: string,
  pick: RejectedPick,
): Promise<number> {
  const rows = await query(
    `delete from rejected_rows where ${PICKED} returning id`,
    picked(organizationId, runId, pick),
  )
  return rows.length
}

/** Rows that a person wants to change; each is locked until the transaction ends, and none that is being sent. */
export const lockRejectedRows = (query: Query, organizationId: string, runId: string, pick: RejectedPick) =>
  query<Pick<RejectedRowFound, 'id' | 'is_traced' | 'sealed'> & { readonly entity: string }>(
    `select id, entity, is_traced, sealed from rejected_rows where ${PICKED} order by id for update`,
    picked(organizationId, runId, pick),
  )

/** @param isOutdated the row has become one of another key */
export const setRejectedRow = (
  query: Query,
  organizationId: string,
  { id, sealed, isOutdated }: { id: number; sealed: SealedCredentials; isOutdated: boolean },
) =>
  query(
    'update rejected_rows set sealed = $3, is_outdated = is_outdated or $4 where organization_id = $1 and id = $2',
    [organizationId, id, sealed, isOutdated],
  )

/** Rows of an unfinished stream are not counted. */
export const forgetRejectedOfFailed = (query: Query, runId: string): Promise<object[]> =>
  query(
    `delete from rejected_streams where run_id = $1 and entity in (
       select stream->>'entity' from run_streams where run_id = $1 and stream->>'status' <> 'succeeded')`,
    [runId],
  )

/**
 * Rows of the run `of` that the run `by` has sent again belong to `by`, if it rejects them.
 * @param isPicked whether `by` has sent only the rows that were picked for it; runs of version 0.1.0 send all
 */
export async function forgetReplayed(query: Query, of: string, by: string, isPicked: boolean): Promise<void> {
  await query(
    `delete from rejected_rows where run_id = $1 and (replay_id = $2 or not $3) and entity in (
       select stream->>'entity' from run_streams where run_id = $2 and stream->>'status' = 'succeeded')`,
    [of, by, isPicked],
  )
  await forgetEmpty(query, of)
}

/** Deletes the streams of which no row is left. */
export const forgetEmpty = (query: Query, runId: string): Promise<object[]> =>
  query(
    `delete from rejected_streams s where run_id = $1
       and not exists (select from rejected_rows r where r.run_id = s.run_id and r.entity = s.entity)`,
    [runId],
  )

/** Expired rows are deleted permanently. */
export async function expireRejectedRows(query: Query): Promise<void> {
  // None is kept for less than a day, and the index leads to the older ones.
  await query(`delete from rejected_rows where rejected_at < now() - interval '1 day' and not (${unexpired()})`)
  await query(
    'delete from rejected_streams s where not exists (select from rejected_rows r where r.run_id = s.run_id and r.entity = s.entity) and exists (select from runs where id = s.run_id and finished_at is not null)',
  )
}
