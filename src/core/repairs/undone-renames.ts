import { linesIn } from '../catalog/transformations/transformation-settings.ts'
import type { Transformation } from '../flows/flow.ts'

/**
 * For columns that steps rename, and that the source no longer has: their other name, if the source has that again. So the rename was taken
 * back there, and no step has to make up for it any more.
 */
export const undoneRenames = (
  steps: readonly Transformation[],
  table: string,
  has: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    steps.flatMap(({ type, stream = table, settings }) => {
      if (type !== 'rename' || stream !== table) return []
      return linesIn(settings, 'columns').flatMap(({ column = '', to = '' }): readonly [string, string][] =>
        !has.includes(column) && has.includes(to) ? [[column, to]] : [],
      )
    }),
  )
