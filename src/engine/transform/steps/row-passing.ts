import { TRANSFORMATION_TYPES } from '../../../core/catalog/transformations/transformation-types.ts'
import type { Step } from '../columns/step.ts'
import type { RowWiseQuery } from '../sql/row-wise-query.ts'

/** Steps whose rows come from several rows, or of which several come from one. */
const COMBINES: readonly Step['type'][] = ['aggregate', 'join', 'sql']

/** How rows pass the steps that are bound so far. */
export class RowPassing {
  isRowWise = true
  isTraceable = true
  leavesRowsOut = false
  readLimit: number | undefined
  passLimit: number | undefined

  /** Whether the step is a limit in a row-wise chain. */
  limits(step: Step): boolean {
    return step.type === 'limit' && this.isRowWise && this.passLimit === undefined
  }

  /** @param seesOthers whether its expressions compute values from several rows */
  add(step: Step, query: RowWiseQuery | undefined, seesOthers: boolean): void {
    const leavesOut = query?.leavesRowsOut ?? step.type === 'filter'
    const rows = Number(step.settings['rows'])
    this.isTraceable &&= query !== undefined || !(seesOthers || COMBINES.includes(step.type))
    const isRowWise = query !== undefined || (TRANSFORMATION_TYPES[step.type].isRowWise && !seesOthers)
    if (!this.limits(step)) this.isRowWise &&= isRowWise && !(this.passLimit !== undefined && leavesOut)
    else if (this.leavesRowsOut) this.passLimit = rows
    else this.readLimit = Math.min(rows, this.readLimit ?? rows)
    this.leavesRowsOut ||= leavesOut
  }
}
