import { once } from 'node:events'
import { join } from 'node:path'
import type { RangePlan } from '../../../src/engine/move/ranges/range-plan.ts'
import type { Endpoint } from '../../../src/engine/ports/connector.ts'
import type { Fence } from '../../../src/engine/ports/target-request.ts'
import { spawnTestProcess } from '../spawn-test-process.ts'

export interface DeadlyMove {
  readonly source: Endpoint
  readonly destination: Endpoint
  readonly entity: string
  /** Absent: the entity's name. */
  readonly target?: string
  readonly ranges: RangePlan
  readonly fence: Fence
  /** Ranges that are finished by then. */
  readonly after: number
}

/** Begins a run in a process of its own, which the kernel kills once so many ranges are finished. */
export async function dieAfterRanges(move: DeadlyMove): Promise<void> {
  const child = spawnTestProcess(join(import.meta.dirname, 'deadly-move.ts'))
  child.stdout.pipe(process.stdout, { end: false })
  child.stderr.pipe(process.stderr, { end: false })
  child.stdin.end(JSON.stringify({ ...move, fence: { ...move.fence, epoch: String(move.fence.epoch) } }))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal !== 'SIGKILL') throw new Error(`the move was not killed, but ended with ${code}`)
}
