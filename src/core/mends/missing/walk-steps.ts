import { transformationTypeOf } from '../../catalog/transformations/transformation-types.ts'
import type { FlowConfig, Transformation } from '../../flows/flow.ts'
import { withoutName } from './step-names.ts'

type Columns = readonly string[] | undefined

/** A step, and the existing source columns that its streams provide; undefined columns are unknown. */
export interface ArrivingAt {
  readonly step: Transformation
  readonly arriving: ReadonlyMap<string, Columns>
}

/**
 * Follows columns through the steps as a run would, as if missing objects were named nowhere: so each step that names one is
 * reported separately, even several in a row.
 * @param moving the input of each stream @param goneOf the names that a stream's source no longer has
 */
export function walkSteps(
  transformations: FlowConfig['transformations'],
  moving: ReadonlyMap<string, Columns>,
  { columnsOf, goneOf }: { columnsOf(table: string): Columns; goneOf(table: string): readonly string[] },
): { readonly steps: readonly ArrivingAt[]; readonly leaving: ReadonlyMap<string, Columns> } {
  let leaving = moving
  const steps = transformations.map((step): ArrivingAt => {
    const arriving = leaving
    const row = transformationTypeOf(step.type)
    leaving = new Map(
      [...arriving].map(([table, columns]) => {
        if (step.stream !== undefined && step.stream !== table) return [table, columns]
        if (!row) return [table, undefined]
        const gone = goneOf(table).filter((name) => columns !== undefined && !columns.includes(name))
        const settings = gone.reduce<Transformation['settings'] | undefined>(
          (left, name) => left && withoutName(row.settings, left, { side: 'own', name }),
          step.settings,
        )
        return [table, settings ? row.columnsAfter(columns, settings, columnsOf) : columns]
      }),
    )
    return { step, arriving }
  })
  return { steps, leaving }
}
