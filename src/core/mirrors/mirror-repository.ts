import type { CutOverAction } from '../catalog/mirrors/cut-over.ts'
import type { MirroredTableAction, WantedMirror } from '../catalog/mirrors/mirror-states.ts'
import type { Result } from '../result.ts'
import type { RowChanges } from '../runs/rows/row-changes.ts'
import type { ListedMirror, Mirror, MirrorReadiness, MirrorWindow } from './mirror.ts'

export interface AskedReadiness {
  /** Absent: those of the flow. */
  readonly entities?: readonly string[]
  /** See `FlowConfig`. Absent: as the flow says. */
  readonly mirrorSeconds?: number
}

/** The mirrors of flows whose tables have the mode `mirror`. May be `not-offered`. */
export interface MirrorRepository {
  /** Those that were started once. */
  list(organizationId: string): Promise<Result<readonly ListedMirror[]>>
  get(organizationId: string, flowId: string): Promise<Result<Mirror>>
  /** The newest first. @param before only those with smaller numbers */
  windows(organizationId: string, flowId: string, before?: number): Promise<Result<readonly MirrorWindow[]>>
  /** Asks both ends; changes nothing. */
  check(organizationId: string, flowId: string, asked: AskedReadiness): Promise<Result<MirrorReadiness>>
  want(organizationId: string, flowId: string, wanted: WantedMirror): Promise<Result<Mirror>>
  /** @param entities absent: all tables */
  compare(organizationId: string, flowId: string, entities?: readonly string[]): Promise<Result<Mirror>>
  changeCutOver(organizationId: string, flowId: string, action: CutOverAction): Promise<Result<Mirror>>
  /** Some of the rows that the last comparison found to differ. */
  difference(organizationId: string, flowId: string, entity: string): Promise<Result<RowChanges>>
  /** @param entity absent: all tables */
  changeTable(
    organizationId: string,
    flowId: string,
    action: MirroredTableAction,
    entity?: string,
  ): Promise<Result<Mirror>>
}
