import { defined } from '../catalog/defined.ts'
import type { BackfillPart } from '../runs/run.ts'
import type { FlowStream } from './flow.ts'

/** Why the rows of a stream are not read again by a backfill: a run does it, or they would be there twice. */
export type BackfillRefusal = 'replace' | 'append' | 'mirror' | 'whole'

export function backfillRefusal({ mode, cursor }: Pick<FlowStream, 'mode' | 'cursor'>): BackfillRefusal | undefined {
  if (mode !== 'upsert') return mode
  return cursor === undefined ? 'whole' : undefined
}

/** Empty bounds mean none. */
export function backfillPart(entity: string, from: string, to: string): BackfillPart {
  const [first, last] = [from.trim(), to.trim()]
  return defined({ entity, from: first !== '' ? first : undefined, to: last !== '' ? last : undefined })
}
