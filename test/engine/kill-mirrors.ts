import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { spawnTestProcess } from '../support/spawn-test-process.ts'
import { nextFence } from './move-between.ts'

export interface KilledMirror {
  readonly source: Endpoint
  readonly destination: Endpoint
  readonly name: string
  /** The targets of the tables, which have their copies. */
  readonly tables: Readonly<Record<string, string>>
  /** The address of a stand-in for Google, which is the destination then. */
  readonly google?: string
  readonly everyMs?: number
}

/** Follows with a process that is killed at another time in each round. @returns how many batches were applied */
export async function killMirrors(mirror: KilledMirror, rounds: number): Promise<number> {
  let batches = 0
  for (let round = 0; round < rounds; round++) {
    const given = { ...mirror, epoch: Number(nextFence().epoch) }
    const child = spawnTestProcess(join(import.meta.dirname, 'mirror-process.ts'), [JSON.stringify(given)])
    let said = ''
    child.stdout.on('data', (text) => (said += text))
    child.stderr.on('data', (text) => (said += text))
    await expect.poll(() => said, { timeout: 60_000, interval: 5 }).toContain('batch')
    await sleep((round * 37) % 250)
    const over = once(child, 'exit')
    child.kill('SIGKILL')
    await over
    batches += said.split('batch').length - 1
  }
  return batches
}
