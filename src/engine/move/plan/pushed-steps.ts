import { sentence } from '../../../core/catalog/sentence.ts'
import type { Pushdown } from '../../ports/pushdown.ts'
import type { PushdownAnswer, Source } from '../../ports/source.ts'
import type { PlannedStream } from './plan-stream.ts'

/** Steps that run in the source. */
export interface PushedSteps extends PushdownAnswer {
  readonly pushdown: Pushdown
}

const DONE_BY_THE_SOURCE = sentence`The source ran the steps in its own SELECT, so its rows arrived as they leave the last step.`

/** Asks the source to run the steps. @returns nothing if there are none, or the engine runs them. @throws ConnectorError */
export async function pushSteps(stream: PlannedStream, source: Source): Promise<PushedSteps | undefined> {
  const { entity, window, steps, tracker } = stream
  const pushdown = steps?.pushdown
  const answer = pushdown && (await source.pushdown?.({ entity, ...(window && { window }) }, pushdown))
  if (!answer) return undefined
  tracker.log('info', DONE_BY_THE_SOURCE, 'step')
  return { ...answer, pushdown }
}
