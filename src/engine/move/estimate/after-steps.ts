import { atMost, counted, type Figure, roughly, UNKNOWN, withAmount } from '../../../core/catalog/estimates/figure.ts'
import { TRANSFORMATION_TYPES } from '../../../core/catalog/transformations/transformation-types.ts'
import type { StreamAmount } from '../../ports/estimate.ts'
import { type Step, stepsOf } from '../../transform/columns/step.ts'

interface ReadStream extends StreamAmount {
  readonly columns: readonly string[]
}

interface LeftOver extends StreamAmount {
  /** The number of columns. */
  readonly columns: Figure
}

/** The amount of a stream after the steps, as far as it is known: how many rows a filter leaves out is unknown. */
export function afterSteps(steps: readonly Step[], entity: string, { rows, bytes, columns }: ReadStream): LeftOver {
  let left: StreamAmount = { rows, bytes }
  let names: readonly string[] | undefined = columns
  for (const { type, settings } of stepsOf(steps, entity)) {
    const { rowsAfter, columnsAfter } = TRANSFORMATION_TYPES[type]
    if (rowsAfter === 'other') left = { rows: UNKNOWN, bytes: UNKNOWN }
    else if (rowsAfter === 'fewer') left = fewer(left, type === 'limit' ? Number(settings['rows']) : undefined)
    else left = { rows: left.rows, bytes: roughly(left.bytes) }
    names = columnsAfter(names, settings, () => undefined)
  }
  return { ...left, columns: names ? counted(names.length) : UNKNOWN }
}

/** @param most the number of rows that the step lets pass */
function fewer({ rows, bytes }: StreamAmount, limit: number | undefined): StreamAmount {
  if (limit === undefined || !Number.isFinite(limit)) return { rows: atMost(rows), bytes: atMost(bytes) }
  if (rows.amount === undefined) return { rows: atMost(counted(limit)), bytes: UNKNOWN }
  if (rows.amount <= limit) return { rows, bytes: roughly(bytes) }
  const share = limit / rows.amount
  return {
    rows: rows.bound === 'most' ? atMost(counted(limit)) : { ...rows, amount: limit },
    bytes: roughly(withAmount(bytes, (amount) => Math.round(amount * share))),
  }
}
