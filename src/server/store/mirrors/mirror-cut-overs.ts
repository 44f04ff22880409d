import type { CutOverState } from '../../../core/catalog/mirrors/cut-over.ts'
import type { StructureKind } from '../../../core/catalog/runs/structure-objects.ts'
import { first, type Query } from '../database/database.ts'
import type { RunErrorRow } from '../runs/run-rows.ts'
import type { ClaimedMirror } from './mirror-leases.ts'

/** A cut-over that somebody has asked for, and what is known of it. */
export interface CutOverRow {
  /** ISO 8601; tells it from others of the mirror. */
  readonly asked_at: string
  readonly state: CutOverState
  /** ISO 8601: when the source was at the place in its log at which all tables are compared. */
  readonly as_of?: string
  readonly position?: string
  /** Both sides of all tables were equal there. */
  readonly is_proven?: boolean
  /** How many tables are compared, and how many of them have been. */
  readonly tables?: number
  readonly compared?: number
  /** Rows of the source. */
  readonly rows?: number
  readonly differing?: readonly string[]
  /** They did not follow there. */
  readonly unsettled?: readonly string[]
  /** Steps change their rows, so they are no more those of the source. */
  readonly changed_by_steps?: readonly string[]
  readonly failed?: readonly { readonly entity: string; readonly problem: RunErrorRow }[]
  /** Changes that came after the place. */
  readonly written_after?: readonly { readonly entity: string; readonly changes: number }[]
  /** Up to which place they have been counted. */
  readonly counted_to?: string
  readonly numbers?: readonly CutOverNumbersRow[]
  /** With the first of their names. */
  readonly absent?: readonly {
    readonly kind: StructureKind
    readonly count: number
    readonly names: readonly string[]
  }[]
  readonly problem?: RunErrorRow
}

export interface CutOverNumbersRow {
  readonly table: string
  readonly column: string
  /** The last number before, and now. Absent: none. */
  readonly before?: string
  readonly last?: string
  readonly problem?: RunErrorRow
}

interface Asked {
  readonly organizationId: string
  readonly flowId: string
}

/** A new one takes the place of an earlier one. */
export const askForCutOver = (query: Query, { organizationId, flowId }: Asked): Promise<object[]> =>
  query(
    `update mirrors set cut_over = json_build_object('state', 'asked',
       'asked_at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) where organization_id = $1 and flow_id = $2`,
    [organizationId, flowId],
  )

export const endCutOver = (query: Query, { organizationId, flowId }: Asked): Promise<object[]> =>
  query('update mirrors set cut_over = null where organization_id = $1 and flow_id = $2', [organizationId, flowId])

interface AskedCutOver {
  readonly cut_over: CutOverRow | null
}

export const findCutOver = (query: Query, flowId: string) =>
  first(query<AskedCutOver>('select cut_over from mirrors where flow_id = $1', [flowId]))

/** Unless somebody has ended it, or asked for another, or another process follows the log. */
export const storeCutOver = (
  query: Query,
  { flow_id, epoch }: Pick<ClaimedMirror, 'flow_id' | 'epoch'>,
  cutOver: CutOverRow,
): Promise<object[]> =>
  query(`update mirrors set cut_over = $3 where flow_id = $1 and epoch = $2 and cut_over->>'asked_at' = $4`, [
    flow_id,
    epoch,
    cutOver,
    cutOver.asked_at,
  ])
