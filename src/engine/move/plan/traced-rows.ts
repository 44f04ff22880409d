import type { Pushdown } from '../../ports/pushdown.ts'
import type { Target } from '../../ports/target.ts'
import { keptColumn } from '../../transform/columns/kept-column.ts'
import type { LoadedStream } from '../../transform/steps/bind-steps.ts'
import type { PlannedSteps } from './plan-steps.ts'

/** The columns of a stream that pass the steps unchanged and go to the target in the source system's own notation. */
export const nativeTextOf = (
  { bound }: Pick<PlannedSteps, 'bound'>,
  target: Pick<Target, 'nativeText'>,
  { table }: LoadedStream,
): readonly string[] =>
  (bound.relations.at(-1)?.relation.columns ?? []).flatMap((column) => {
    const kept = keptColumn(bound, column)
    return kept?.stream.table === table && target.nativeText?.includes(column.name) ? [kept.column.name] : []
  })

/**
 * Whether each row that reaches the destination can bring the row before the steps with it, in a form that other steps can read.
 * Lists and amounts that are read in the source's own notation are not in that form.
 */
export const canTrace = (steps: PlannedSteps, target: Pick<Target, 'nativeText'>): boolean =>
  steps.bound.isTraceable && nativeTextOf(steps, target, steps.bound.main).length === 0

/** The same SELECT, with every column of the stream behind those after the steps. @returns it, and the names of the added columns */
export function tracedPushdown(
  pushdown: Pushdown,
  { columns }: LoadedStream,
): { readonly pushdown: Pushdown; readonly traced: readonly string[] } {
  // No column can have such a name.
  const traced = columns.map((_, field) => `\0${field}`)
  const own = columns.map(({ name }, field) => [traced[field] ?? '', { kind: 'column', name }] as const)
  return { pushdown: { ...pushdown, columns: new Map([...pushdown.columns, ...own]) }, traced }
}
