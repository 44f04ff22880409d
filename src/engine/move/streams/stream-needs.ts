import type { StreamRun } from '../move-stream.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import { isPart } from '../ranges/choose-ranges.ts'
import { isProbablySplit } from '../ranges/range-plan.ts'

/** In bytes at the source. A smaller table spends more time on queries and commits than on its rows. */
const SMALL_TABLE = 16 << 20

/** What streams share that are moved at once. */
export interface Shared {
  /** All streams. */
  readonly lanes: number
  /** Streams that are not small, each of which may keep a core busy. */
  readonly large: number
  /** Streams whose rows pass a process of steps, of which a run has one. */
  readonly steps: number
}

/** What a stream needs: a part of what is shared, or everything for itself. */
export type Needs = Shared | 'all'

/** A stream that has not begun. */
export interface WaitingStream {
  readonly stream: PlannedStream
  readonly needs: Needs
  /** Another worker had it, so it is moved with a newer epoch. */
  readonly hasComeBack?: true
}

export function needsOf(stream: PlannedStream, { source, plan }: Pick<StreamRun, 'source' | 'plan'>): Needs {
  const { entity, target, steps, checks } = stream
  const { bytes = Number.POSITIVE_INFINITY } = entity
  const mayBeRanged = target.ranges !== undefined && source.ranges?.has(entity) === true && !isPart(stream)
  if (target.standsAlone !== true || (mayBeRanged && isProbablySplit(bytes, plan))) return 'all'
  return { lanes: 1, large: bytes < SMALL_TABLE ? 0 : 1, steps: steps || checks?.openProcess ? 1 : 0 }
}

/** Those that nothing keeps from being moved side by side: none overtakes one that is moved alone. */
export function beforeBarrier(waiting: readonly WaitingStream[]): readonly WaitingStream[] {
  const barrier = waiting.findIndex(({ needs }) => needs === 'all')
  return barrier < 0 ? waiting : waiting.slice(0, barrier)
}
