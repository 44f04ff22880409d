import type { Query } from '../database/database.ts'

export interface UnfinishedRun {
  readonly id: string
  /** See `QueuePosition`. */
  readonly account: string
  readonly turn: number
  readonly ticket: number
  readonly has_begun: boolean
  /** Until its next attempt, in milliseconds. */
  readonly pause: number
}

/** Runs of all organizations that have not ended, oldest first. */
export const listUnfinishedRuns = (query: Query): Promise<UnfinishedRun[]> =>
  query<UnfinishedRun>(
    `select id, coalesce(account, organization_id::text) as account, turn, ticket, status <> 'queued' as has_begun,
       greatest(coalesce(extract(epoch from retry_at - now())::float * 1000, 0), 0) as pause
     from runs where finished_at is null order by queued_at, id`,
  )
