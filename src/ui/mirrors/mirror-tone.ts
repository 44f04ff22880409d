import type { MirrorState } from '../../core/catalog/mirrors/mirror-states.ts'
import type { MirrorSummary } from '../../core/mirrors/mirror.ts'
import type { Tone } from '../kit/tone.ts'

const MIRROR_TONES: Readonly<Record<MirrorState, Tone>> = {
  starting: 'accent',
  copying: 'accent',
  following: 'success',
  failing: 'danger',
  pausing: 'neutral',
  paused: 'neutral',
  stopping: 'neutral',
  off: 'neutral',
}

/** One that follows with all of its tables is green. */
export const mirrorTone = ({ state, pausedTables = 0 }: Pick<MirrorSummary, 'state' | 'pausedTables'>): Tone =>
  state === 'following' && pausedTables > 0 ? 'warning' : MIRROR_TONES[state]
