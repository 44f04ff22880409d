import { fileURLToPath } from 'node:url'

import type { RunMode } from '../../src/core/catalog/connections/connection-types.ts'
import type { RangePlan } from '../../src/engine/move/ranges/range-plan.ts'
import type { StreamRequest, StreamState } from '../../src/engine/move/run/stream-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import type { VendorAccess } from '../../src/engine/ports/vendors.ts'
import type { StepLimits } from '../../src/engine/step-process/step-limits.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { type Measurement, measureNode, median } from './measure.ts'
import { processCpu } from './process-cpu.ts'

export const OURS = 'Millrace'

export interface MeasuredMove {
  readonly source: Endpoint
  readonly destination: Endpoint
  /** Absent: everything that the source has. */
  readonly entity?: string
  readonly target?: string
  /** Those that have to arrive. */
  readonly rows: number
  readonly steps?: readonly Step[]
  /** What their process may use. Absent: as by default. */
  readonly stepLimits?: StepLimits
  readonly ranges?: RangePlan
  /** Other workers that take ranges too. */
  readonly helpers?: number
  /** Other workers that take streams. */
  readonly streamHelpers?: number
  /** Of the run whose next attempt this is. Absent: a new one. */
  readonly runId?: string
  readonly mode?: RunMode
  readonly key?: readonly string[]
  /** Further settings of the stream. */
  readonly stream?: Partial<StreamRequest>
  /** The structure of the tables comes with their rows. */
  readonly structure?: boolean
  /** How far an earlier run has read. */
  readonly readUpTo?: StreamState['cursor']
  /** Where vendors are, in the place of their own addresses. */
  readonly addresses?: VendorAccess['addresses']
}

interface Round extends Measurement {
  /** What each server needed for it, in seconds. */
  readonly serverCpu: readonly number[]
}

interface Result {
  readonly name: string
  readonly rounds: readonly Round[]
  readonly servers: readonly string[]
}

/** What a bench prints as its last line. */
export interface Report {
  readonly bench: string
  readonly rows: number
  readonly results: readonly {
    readonly name: string
    readonly cpuSeconds: number
    readonly peakMegabytes?: number
    readonly secondsOfRounds: readonly number[]
  }[]
}

const MOVE_PROCESS = fileURLToPath(new URL('./move-process.ts', import.meta.url))

/** Our own contender: one move in a process of its own. */
export const measureMove = (move: MeasuredMove): Promise<Measurement> => measureNode(MOVE_PROCESS, move)

/** Lets the contenders run in turn, round by round, each after the same preparation. */
export async function race(
  contenders: Readonly<Record<string, () => Promise<Measurement>>>,
  rounds: number,
  before: () => Promise<unknown>,
  /** Processes of which each is above a server, by the name that the table shows. */
  servers: Readonly<Record<string, number>> = {},
): Promise<readonly Result[]> {
  const spent = () => Object.values(servers).map(processCpu)
  const results = Object.entries(contenders).map(([name, measure]) => ({
    name,
    measure,
    rounds: [] as Round[],
    servers: Object.keys(servers),
  }))
  // Whoever comes first finds servers that have only just written the table, and would be slow for that: once, uncounted.
  await before()
  await results[0]?.measure()
  for (let round = 1; round <= rounds; round++) {
    for (const { name, measure, rounds: measured } of results) {
      await before()
      const spentBefore = spent()
      const measurement = await measure()
      const serverCpu = spent().map((seconds, server) => seconds - (spentBefore[server] ?? 0))
      measured.push({ ...measurement, serverCpu })
      console.log(`round ${round}  ${name.padEnd(24)} ${measurement.seconds.toFixed(2)} s`)
    }
  }
  return results
}

/** Prints medians of per-round ratios: on a busy machine the rounds differ, the ratios within a round do not. */
export function report(bench: string, rows: number, results: readonly Result[]): void {
  const ours = results.find(({ name }) => name === OURS)?.rounds ?? []
  const table = results.map(({ name, rounds, servers }) => {
    const seconds = median(rounds.map((round) => round.seconds))
    return {
      name,
      seconds: round2(seconds),
      rowsPerSecond: Math.round(rows / seconds),
      cpuSeconds: round2(median(rounds.map((round) => round.cpuSeconds))),
      ...Object.fromEntries(
        servers.map((server, index) => [
          `${server}CpuSeconds`,
          round2(median(rounds.map((round) => round.serverCpu[index] ?? Number.NaN))),
        ]),
      ),
      peakMegabytes: Math.round(Math.max(...rounds.map((round) => round.peakMegabytes))) || undefined,
      oursIsFasterBy:
        name === OURS
          ? undefined
          : round2(median(rounds.map((round, n) => round.seconds / (ours[n]?.seconds ?? Number.NaN)))),
      secondsOfRounds: rounds.map((round) => round2(round.seconds)),
    }
  })
  console.table(
    table,
    Object.keys(table[0] ?? {}).filter((column) => column !== 'secondsOfRounds'),
  )
  console.log(JSON.stringify({ bench, rows, rounds: ours.length, results: table }))
}

const round2 = (value: number) => Math.round(value * 100) / 100
