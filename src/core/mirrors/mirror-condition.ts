import type { MirrorState } from '../catalog/mirrors/mirror-states.ts'
import type { CutOver, MirrorSummary } from './mirror.ts'

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

/** Some of its tables do not follow until somebody has looked at them. */
export const hasPausedTables = ({ state, pausedTables = 0 }: Pick<MirrorSummary, 'state' | 'pausedTables'>): boolean =>
  mirrorCondition(state) === 'mirroring' && pausedTables > 0

/** Whether changes came after the place at which both sides were compared: the numbers of the destination may be behind them. */
export const isStillWritten = ({ writtenAfter = [] }: CutOver): boolean => writtenAfter.length > 0
