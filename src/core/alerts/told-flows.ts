import type { AlertChannel } from './alert-channel.ts'

/** What many channels shall tell of these flows. */
export interface ToldFlowsChange {
  readonly flowIds: readonly string[]
  readonly channels: readonly { readonly id: string; readonly isTold: boolean }[]
}

/** Of how many of these flows a channel tells: all flows there are, all, some or none of them. */
export type Told = 'every' | 'all' | 'some' | 'none'

export function toldOf({ flowIds: known }: Pick<AlertChannel, 'flowIds'>, flowIds: readonly string[]): Told {
  if (known === undefined) return 'every'
  const told = flowIds.filter((id) => known.includes(id)).length
  if (told === 0) return 'none'
  return told === flowIds.length ? 'all' : 'some'
}

/** The flows of a channel once it tells of these, or no longer does. */
export function flowsOnceTold(
  known: readonly string[],
  flowIds: readonly string[],
  isTold: boolean,
): readonly string[] {
  const others = known.filter((id) => !flowIds.includes(id))
  return isTold ? [...others, ...flowIds] : others
}
