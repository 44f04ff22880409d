import { setTimeout as sleep } from 'node:timers/promises'

import { areEqual, compareRows } from './compare-rows.ts'
import type { FlowKind } from './flow-kind.ts'

const PAUSE_MS = 10

/** A reader who looks again and again. @returns a function that ends it and tells what was seen that no reader may see */
export function watchTarget(
  { rows, before, after, arrival }: FlowKind,
  pause = PAUSE_MS,
): () => Promise<readonly string[]> {
  const seen = new Set<string>()
  const end = new AbortController()
  const mayBeSeen = (found: readonly string[]) => {
    const left = compareRows(found, after)
    if (areEqual(left)) return true
    return arrival === 'each' ? left.duplicated + left.foreign === 0 : areEqual(compareRows(found, before))
  }
  const look = async () => {
    while (!end.signal.aborted) {
      const found = await rows()
      if (!mayBeSeen(found)) seen.add(`a reader saw ${found.length} rows: ${found.slice(0, 3).join(', ')} …`)
      await sleep(pause)
    }
  }
  const looking = look()
  return async () => {
    end.abort()
    await looking
    return [...seen]
  }
}
