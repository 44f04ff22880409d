import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Pushdown } from '../../ports/pushdown.ts'
import type { PushdownAnswer, Source } from '../../ports/source.ts'
import type { PlannedStream } from './plan-stream.ts'
import { tracedPushdown } from './traced-rows.ts'

/** Steps that run in the source. */
export interface PushedSteps extends PushdownAnswer {
  readonly pushdown: Pushdown
  /** Columns of the answer with the row before the steps, behind the target's columns. */
  readonly traced: readonly string[]
}

const DONE_BY_THE_SOURCE = sentence`The source ran the steps in its own SELECT, so its rows arrived as they leave the last step.`

/** Asks the source to run the steps. @returns nothing if there are none, or the engine runs them. @throws ConnectorError */
export async function pushSteps(stream: PlannedStream, source: Source): Promise<PushedSteps | undefined> {
  const { entity, window, keys, steps, isTraced, tracker } = stream
  if (!steps?.pushdown || keys) return undefined
  const { pushdown, traced } = isTraced
    ? tracedPushdown(steps.pushdown, steps.bound.main)
    : { pushdown: steps.pushdown, traced: [] }
  const answer = await source.pushdown?.(defined({ entity, window }), pushdown)
  if (!answer) return undefined
  tracker.log('info', DONE_BY_THE_SOURCE, 'step')
  return { ...answer, pushdown, traced }
}
