import { defined } from '../../../core/catalog/defined.ts'
import type { StepObstacle, StepPlace } from '../../../core/catalog/transformations/step-places.ts'
import type { Pushdown } from '../../ports/pushdown.ts'
import type { BoundOutline } from '../../step-process/messages.ts'
import type { Step } from '../../transform/columns/step.ts'
import { lastSteps } from './derived-steps.ts'

/** Whether the source takes steps, as far as the types of its columns say it. */
export type Pushes = (steps: Pushdown) => boolean

/** Where a step of a stream runs, unless a value that only the engine can judge brings it there too. */
export interface PlacedStep {
  readonly id: string
  readonly place: StepPlace
  readonly obstacle?: StepObstacle
}

/** The read itself limits the first rows; a later filter would then leave out other rows than an earlier one. */
export const pushableOf = (steps: readonly Step[]): readonly Step[] =>
  steps.some(({ type }) => type === 'filter') ? steps : steps.filter(({ type }) => type !== 'limit')

/** All steps as one SELECT. @returns nothing if a step has to run in the engine */
export const wholeOf = (steps: readonly Step[], { pushdowns }: Pick<BoundOutline, 'pushdowns'>): Pushdown | undefined =>
  pushdowns[pushableOf(steps).length]

/** The first steps as one SELECT, as many as the source takes. */
export function firstOf(
  steps: readonly Step[],
  bound: Pick<BoundOutline, 'pushdowns' | 'outline'>,
  pushes: Pushes | undefined,
): { readonly count: number; readonly pushdown: Pushdown } | undefined {
  const { isRowWise, readLimit, passLimit } = bound.outline
  // Of equal rows the first one stays, for example.
  const keepsOrder = !isRowWise || readLimit !== undefined || passLimit !== undefined
  const possible = possibleFirsts(steps, bound)
  for (let count = possible.length - 1; count > 0; count--) {
    const first = possible[count]
    const pushdown = first && { ...first, keepsOrder }
    if (pushdown && pushes?.(pushdown)) return { count, pushdown }
  }
  return undefined
}

/** Up to a limit, which only the read or the engine can do. */
function possibleFirsts(steps: readonly Step[], { pushdowns }: Pick<BoundOutline, 'pushdowns'>): readonly Pushdown[] {
  const limit = steps.findIndex(({ type }) => type === 'limit')
  return limit < 0 ? pushdowns : pushdowns.slice(0, limit + 1)
}

/** Where each step runs. @param pushes absent: the source runs no steps */
export function placedSteps(
  steps: readonly Step[],
  bound: Pick<BoundOutline, 'pushdowns' | 'obstacle' | 'outline'>,
  pushes: Pushes | undefined,
): readonly PlacedStep[] {
  const whole = wholeOf(steps, bound)
  const isWhole = whole !== undefined && pushes?.(whole) === true
  const atEnd = lastSteps(steps, bound.outline)?.after ?? steps.length
  const inSource = isWhole ? steps.length : (firstOf(steps, bound, pushes)?.count ?? 0)
  return steps.map(({ id }, at) => {
    if (at >= atEnd) return { id, place: 'destination' }
    if (at < inSource) return { id, place: 'source' }
    const obstacle = at > inSource ? 'after' : obstacleAt(inSource, steps, bound, pushes)
    return defined({ id, place: 'engine' as const, obstacle })
  })
}

function obstacleAt(
  at: number,
  steps: readonly Step[],
  bound: Pick<BoundOutline, 'pushdowns' | 'obstacle'>,
  pushes: Pushes | undefined,
): StepObstacle {
  if (!pushes) return 'no-steps'
  if (at < possibleFirsts(steps, bound).length - 1) return 'columns'
  return steps[at]?.type === 'limit' ? 'kind' : (bound.obstacle ?? 'kind')
}
