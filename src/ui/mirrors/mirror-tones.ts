import type { MirrorState } from '../../core/catalog/mirrors/mirror-states.ts'
import type { Tone } from '../kit/tone.ts'

export const MIRROR_TONES: Readonly<Record<MirrorState, Tone>> = {
  starting: 'accent',
  copying: 'accent',
  following: 'success',
  failing: 'danger',
  pausing: 'neutral',
  paused: 'neutral',
  stopping: 'neutral',
  off: 'neutral',
}
