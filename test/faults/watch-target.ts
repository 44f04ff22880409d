import { setTimeout as sleep } from 'node:timers/promises'

import type { FlowKind } from './flow-kind.ts'
import { mayBeSeen } from './may-be-seen.ts'

const PAUSE_MS = 10

/** A reader who looks again and again. @returns a function that ends it and tells what was seen that no reader may see */
export function watchTarget(kind: FlowKind, pause = PAUSE_MS): () => Promise<readonly string[]> {
  const seen = new Set<string>()
  const end = new AbortController()
  const look = async () => {
    while (!end.signal.aborted) {
      const found = await kind.rows()
      if (!mayBeSeen(kind, found)) seen.add(`a reader saw ${found.length} rows: ${found.slice(0, 3).join(', ')} …`)
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
