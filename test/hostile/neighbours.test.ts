import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { TRIES_ALL } from '../support/samples.ts'
import { ATTACKS } from './attacks.ts'
import { type Felt, type Neighbourhood, startNeighbourhood } from './neighbourhood.ts'

/** In milliseconds. */
const MEASURED = TRIES_ALL ? { least: 5_000, most: 30_000 } : { least: 3_000, most: 8_000 }

/** Beside what they take while nobody means harm; longer by as much as others slow the machine down. */
const MAX_P99 = 500
const MAX_RUN_START = 5_000
const MAX_MEGABYTES = 100

/** Those that hold every day; all that hold; or all. */
const TRIED = { test: ['test'], full: ['test', 'full'], all: ['test', 'full', 'all'] }
const tried = TRIED[process.env['HOSTILE'] === 'all' ? 'all' : TRIES_ALL ? 'full' : 'test']

const tell = (name: string, { p99, bareP99, runStart, memory, slowdown }: Felt) =>
  process.stdout.write(
    `${name}: p99 ${p99.toFixed(0)} ms beside ${bareP99.toFixed(0)}, a run starts in ${runStart.toFixed(0)} ms, ${memory.toFixed(0)} MB more, slowed down ${slowdown.toFixed(1)} times by others\n`,
  )

let around: Neighbourhood
let calm: Felt

beforeAll(async () => {
  around = await startNeighbourhood()
  calm = await around.feel(async () => {}, MEASURED)
  tell('nobody', calm)
})
afterAll(() => around?.stop())

describe.runIf(process.platform === 'linux')('somebody next door notices nothing of', () => {
  it.each(ATTACKS.filter(({ triedIn = 'full' }) => tried.includes(triedIn)))('$name', async ({ name, attack }) => {
    const felt = await around.feel((signal) => attack(around, signal), MEASURED)
    tell(name, felt)
    expect(felt.isAlive).toBe(true)
    expect(felt.failedCalls).toBe(0)
    expect.soft(felt.p99).toBeLessThan((MAX_P99 + calm.p99) * felt.slowdown)
    expect.soft(felt.runStart).toBeLessThan((MAX_RUN_START + calm.runStart) * felt.slowdown)
    expect.soft(felt.memory).toBeLessThan(MAX_MEGABYTES)
  })
})
