import { sourceKey } from '../../connectors/shared/row-key.ts'
import type { SourceColumn } from '../../ports/source.ts'
import { columnOrigins } from './column-origins.ts'
import type { PlannedSteps } from './plan-steps.ts'

/** The columns that identify rows, as they reach the destination: those of the stream, otherwise the source's own key. */
export const keyOf = (columns: readonly SourceColumn[], chosen: readonly string[] | undefined): readonly string[] =>
  chosen && chosen.length > 0 ? chosen : sourceKey(columns)

/** The same columns at the source. @returns nothing if steps change a value of the key, or create it */
export function keyAtSource(key: readonly string[], steps: PlannedSteps | undefined): readonly string[] | undefined {
  const origins = steps && columnOrigins(steps.bound)
  const read = key.flatMap((name) => {
    if (!origins) return [name]
    const origin = origins.get(name)
    return origin?.isUnchanged === true && origin.source !== undefined ? [origin.source] : []
  })
  return read.length < key.length ? undefined : read
}
