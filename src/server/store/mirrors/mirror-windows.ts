import type { Query } from '../database/database.ts'

export interface WindowTable {
  readonly entity: string
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
  readonly divergent: number
  /** Values -0 that are 0 in the destination. Absent: none. */
  readonly unsigned?: number
}

export interface WindowContent {
  readonly position_from: string | null
  readonly position_to: string
  readonly transactions: number
  readonly tables: readonly WindowTable[]
  readonly lag_p50_ms: number
  readonly lag_p99_ms: number
}

export interface MirrorWindowRow {
  readonly number: number
  readonly began_at: Date
  readonly ended_at: Date
  readonly content: WindowContent
  readonly hash: string
  readonly previous_hash: string | null
}

interface Wanted {
  readonly flowId: string
  readonly before: number | undefined
  readonly most: number
}

/** The newest first. */
export const listMirrorWindows = (query: Query, organizationId: string, { flowId, before, most }: Wanted) =>
  query<MirrorWindowRow>(
    `select number, began_at, ended_at, content, hash, (select hash from mirror_windows earlier where earlier.flow_id = mirror_windows.flow_id
       and earlier.number = mirror_windows.number - 1) as previous_hash from mirror_windows
     where organization_id = $1 and flow_id = $2 and ($3::bigint is null or number < $3) order by number desc limit $4`,
    [organizationId, flowId, before ?? null, most],
  )

export interface LastWindow {
  readonly number: number
  readonly hash: string
}

export const findLastWindow = async (query: Query, flowId: string): Promise<LastWindow | undefined> =>
  (
    await query<LastWindow>('select number, hash from mirror_windows where flow_id = $1 order by number desc limit 1', [
      flowId,
    ])
  )[0]

export interface NewWindow extends Omit<MirrorWindowRow, 'previous_hash'> {
  readonly organizationId: string
  readonly flowId: string
}

export const insertMirrorWindow = (query: Query, window: NewWindow): Promise<object[]> =>
  query(
    `insert into mirror_windows (flow_id, organization_id, number, began_at, ended_at, content, hash) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (flow_id, number) do nothing`,
    [
      window.flowId,
      window.organizationId,
      window.number,
      window.began_at,
      window.ended_at,
      window.content,
      window.hash,
    ],
  )

/** @returns how many were deleted: at most the limit */
export const expireMirrorWindows = async (
  query: Query,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> =>
  (
    await query(
      `delete from mirror_windows where (flow_id, number) in (
         select flow_id, number from mirror_windows where ended_at < now() - make_interval(days => $1) limit $2) returning number`,
      [days, limit],
    )
  ).length
