import type { StreamReport } from '../../../engine/move/streams/stream-sharing.ts'
import type { Query } from '../database/database.ts'
import { WAKES_ASSISTANTS } from './range-shares.ts'

/** A worker asks for streams of an offer. @returns the id of its claim; nothing if it takes no part any more */
export async function askForStreams(query: Query, offerId: string, worker: string): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    `insert into stream_claims (organization_id, offer_id, worker)
     select organization_id, offer_id, worker from range_helpers where offer_id = $1 and worker = $2 returning id`,
    [offerId, worker],
  )
  return row?.id
}

export interface ClaimRow {
  readonly entities: readonly string[] | null
  readonly epoch: number | null
}

/** What was given for a claim; nothing if it was taken back. */
export const findClaim = async (query: Query, id: string): Promise<ClaimRow | undefined> =>
  (await query<ClaimRow>('select entities, epoch from stream_claims where id = $1', [id]))[0]

/** The transaction goes on only while nobody takes the claim back. @returns whether it stands */
export const holdClaim = async (query: Query, id: string): Promise<boolean> =>
  (await query('select from stream_claims where id = $1 for share', [id])).length === 1

/**
 * Stores how far a worker is. @param hasEnded nothing follows, which is also stored if the worker was told to stop
 * @returns whether the worker still takes part and the claim stands
 */
export const reportStreams = async (
  query: Query,
  id: string,
  report: StreamReport,
  hasEnded: boolean,
): Promise<boolean> =>
  (
    await query(
      `update stream_claims set report = $2, has_ended = $3 where id = $1 and ($3 or exists (
         select from range_helpers where range_helpers.offer_id = stream_claims.offer_id and range_helpers.worker = stream_claims.worker))
       returning id`,
      [id, JSON.stringify(report), hasEnded],
    )
  ).length === 1

export interface OfferedClaimRow extends ClaimRow {
  readonly id: string
  readonly worker: string
  readonly report: StreamReport | null
  readonly has_ended: boolean
  /** Of the offer. */
  readonly workers: number
}

/** Every claim of an offer, the oldest first. */
export const listClaims = (query: Query, offerId: string) =>
  query<OfferedClaimRow>(
    `select id, worker, entities, epoch, report, has_ended,
       (select count(*)::int from range_helpers where range_helpers.offer_id = $1) as workers
     from stream_claims where stream_claims.offer_id = $1 order by asked_at, id`,
    [offerId],
  )

interface Attempt {
  readonly runId: string
  readonly epoch: number
}

/** The attempt has the run: locked, so that an attempt that takes over later draws a higher epoch. */
const IS_OURS = (runId: string, epoch: string) =>
  `select id from runs where id = ${runId} and epoch = ${epoch} and status in ('running', 'committing') for share`

/** Gives streams to a worker that asked for them, with a new epoch; no effect if another attempt has the run, or the worker has left. */
export const giveStreams = (
  query: Query,
  { runId, epoch }: Attempt,
  claimId: string,
  entities: readonly string[],
): Promise<object[]> =>
  query(
    `with ours as (${IS_OURS('$1', '$2')})
     update stream_claims set entities = $4, epoch = next_epoch() from ours where stream_claims.id = $3 and entities is null`,
    [runId, epoch, claimId, entities],
  )

export const deleteClaims = (query: Query, ids: readonly string[]): Promise<object[]> =>
  query('delete from stream_claims where id = any($1)', [ids])

/** Tells all workers of an offer to stop; what they have done is still read. */
export const sendHome = (query: Query, offerId: string): Promise<object[]> =>
  query(
    `with gone as (delete from range_helpers where offer_id = $1 returning worker) select ${WAKES_ASSISTANTS} from gone`,
    [offerId],
  )

/** A new epoch for an attempt; nothing if another one has the run. */
export async function drawEpoch(query: Query, { runId, epoch }: Attempt): Promise<number | undefined> {
  const [row] = await query<{ epoch: number }>(
    `with ours as (${IS_OURS('$1', '$2')}) select next_epoch() as epoch from ours`,
    [runId, epoch],
  )
  return row?.epoch
}
