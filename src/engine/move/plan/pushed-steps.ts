import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { Pushdown } from '../../ports/pushdown.ts'
import type { PushdownAnswer, Source } from '../../ports/source.ts'
import type { RunnableSteps, SplitSteps } from './plan-steps.ts'
import type { PlannedStream } from './plan-stream.ts'
import { tracedPushdown } from './traced-rows.ts'

/** Steps that run in the source. */
export interface PushedSteps extends PushdownAnswer {
  readonly pushdown: Pushdown
  /** The steps after them, which run in the engine; absent: none. */
  readonly rest?: RunnableSteps
  /** Columns of the answer with the row before the steps, behind the target's columns. */
  readonly traced: readonly string[]
}

const DONE_BY_THE_SOURCE = sentence`The source ran the steps in its own SELECT, so its rows arrived as they leave the last step.`

const doneFirst = (steps: number): Sentence =>
  steps === 1
    ? sentence`The source ran the first step in its own SELECT, and Millrace the others.`
    : sentence`The source ran the first ${steps} steps in its own SELECT, and Millrace the others.`

/** Asks the source to run the steps, or the first of them. @returns nothing if the engine runs them all. @throws ConnectorError */
export async function pushSteps(stream: PlannedStream, source: Source): Promise<PushedSteps | undefined> {
  const { entity, window, keys, steps, isTraced, tracker } = stream
  if (!steps || keys) return undefined
  const { split } = steps
  // A rejected row is kept as it was before all steps.
  if (split) return isTraced ? undefined : pushFirst(stream, split, source)
  if (!steps.pushdown) return undefined
  const { pushdown, traced } = isTraced
    ? tracedPushdown(steps.pushdown, steps.bound.main)
    : { pushdown: steps.pushdown, traced: [] }
  const answer = await source.pushdown?.(defined({ entity, window }), pushdown)
  if (!answer) return undefined
  tracker.log('info', DONE_BY_THE_SOURCE, 'step')
  return { ...answer, pushdown, traced }
}

async function pushFirst(
  { entity, window, tracker }: PlannedStream,
  { count, pushdown, rest }: SplitSteps,
  source: Source,
): Promise<PushedSteps | undefined> {
  const answer = await source.pushdown?.(defined({ entity, window }), pushdown)
  if (!answer) return undefined
  tracker.log('info', doneFirst(count), 'step')
  return { ...answer, pushdown, rest, traced: [] }
}
