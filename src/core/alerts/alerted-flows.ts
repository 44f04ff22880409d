import type { AlertChannel } from './alert-channel.ts'

/** Which of these channels alert about these flows. */
export interface AlertedFlowsChange {
  readonly flowIds: readonly string[]
  readonly channels: readonly { readonly id: string; readonly isAlerted: boolean }[]
}

/** About how many of these flows a channel alerts: all flows there are, all, some or none of them. */
export type AlertedShare = 'every' | 'all' | 'some' | 'none'

export function alertedShare(
  { flowIds: known }: Pick<AlertChannel, 'flowIds'>,
  flowIds: readonly string[],
): AlertedShare {
  if (known === undefined) return 'every'
  const alerted = flowIds.filter((id) => known.includes(id)).length
  if (alerted === 0) return 'none'
  return alerted === flowIds.length ? 'all' : 'some'
}

/** The flows of a channel after it starts or stops to alert about these. */
export function alertedFlowsAfter(
  known: readonly string[],
  flowIds: readonly string[],
  isAlerted: boolean,
): readonly string[] {
  const others = known.filter((id) => !flowIds.includes(id))
  return isAlerted ? [...others, ...flowIds] : others
}
