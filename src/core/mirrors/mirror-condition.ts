import type { MirrorState } from '../catalog/mirrors/mirror-states.ts'

/** What a list says of a mirror. */
export type MirrorCondition = 'mirroring' | 'waiting' | 'paused' | 'off'

const CONDITIONS: Readonly<Record<MirrorState, MirrorCondition>> = {
  starting: 'mirroring',
  copying: 'mirroring',
  following: 'mirroring',
  failing: 'waiting',
  pausing: 'paused',
  paused: 'paused',
  stopping: 'off',
  off: 'off',
}

export const mirrorCondition = (state: MirrorState): MirrorCondition => CONDITIONS[state]
