import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { median } from './measure.ts'
import { OURS, type Report } from './race.ts'
import type { BenchOptions } from './two-postgres.ts'

interface Goal {
  readonly bench: string
  /** Which of ours; the main one unless told. */
  readonly ours?: string
  readonly beside: string
  /** How many times as fast as it; below 1 where ours does more. */
  readonly timesAsFast?: number
  /** Seconds of our process for a million rows. */
  readonly cpu?: number
  /** How much of the other's CPU. */
  readonly cpuShare?: number
  readonly megabytes: number
}

/** The limit of DuckDB, which counts megabytes of 1,000,000 bytes, and 150 as they are measured, of 1,048,576. */
const DUCKDB_MEGABYTES = Math.round(192e6 / 2 ** 20 + 150)

const GOALS: readonly Goal[] = [
  { bench: 'pg-pg', beside: 'psql text pipe', timesAsFast: 1.3, cpu: 0.45, megabytes: 160 },
  { bench: 'pg-pg', beside: 'psql binary pipe', timesAsFast: 0.95, cpu: 0.45, megabytes: 160 },
  { bench: 'mysql-pg', beside: 'mariadb | psql copy', timesAsFast: 1, cpu: 0.9, megabytes: 160 },
  { bench: 'mysql-pg', beside: 'pgloader', timesAsFast: 3, cpu: 0.9, cpuShare: 1 / 8, megabytes: 160 },
  { bench: 'pg-mysql', beside: 'psql copy | load data', timesAsFast: 1.1, megabytes: 160 },
  { bench: 'mysql-mysql', beside: 'mariadb-dump | mariadb', timesAsFast: 2.2, megabytes: 160 },
  { bench: 'transform', beside: 'psql text pipe', timesAsFast: 1, megabytes: 160 },
  { bench: 'transform', ours: 'sql', beside: 'psql text pipe', timesAsFast: 0.6, megabytes: DUCKDB_MEGABYTES },
  { bench: 'transform', ours: 'sorted', beside: 'psql text pipe', megabytes: DUCKDB_MEGABYTES },
  { bench: 'parquet', beside: 'psql copy to nowhere', timesAsFast: 0.5, megabytes: 200 },
  { bench: 'upsert', beside: 'Millrace, replace', timesAsFast: 1 / 2.4, megabytes: 160 },
  { bench: 'tls', beside: 'in the clear', timesAsFast: 1 / 1.1, megabytes: 160 },
]

/** Every path of moving rows, one after the other, and at the end all of them beside what they are to reach. */
export async function benchSpeed({ rows, rounds }: BenchOptions): Promise<void> {
  const reports = new Map<string, Report>()
  for (const bench of new Set(GOALS.map((goal) => goal.bench))) reports.set(bench, await runBench(bench, rows, rounds))
  const table = GOALS.map((goal) => reached(goal, reports.get(goal.bench)))
  console.table(table)
  console.log(JSON.stringify({ bench: 'speed', rows, rounds, results: table }))
}

const BENCH = fileURLToPath(new URL('./bench.ts', import.meta.url))

/** In a process of its own, as if it had been started alone. */
async function runBench(bench: string, rows: number, rounds: number): Promise<Report> {
  console.log(`\n${bench}`)
  const child = spawn(process.execPath, [BENCH, bench, '--rows', String(rows), '--rounds', String(rounds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk)
    output += chunk.toString()
  })
  const [status] = (await once(child, 'close')) as [number]
  if (status !== 0) throw new Error(`${bench} ended with ${status}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Report
}

function reached({ bench, ours = OURS, beside, ...goal }: Goal, report: Report | undefined) {
  const resultOf = (name: string) => report?.results.find((result) => result.name === name)
  const [mine, other] = [resultOf(ours), resultOf(beside)]
  if (!(report && mine && other)) return { bench, beside, isReached: 'not installed here' }
  const timesAsFast = median(
    other.secondsOfRounds.map((seconds, round) => seconds / (mine.secondsOfRounds[round] ?? Number.NaN)),
  )
  const cpu = mine.cpuSeconds / (report.rows / 1e6)
  const isReached =
    timesAsFast >= (goal.timesAsFast ?? 0) &&
    cpu <= (goal.cpu ?? Number.POSITIVE_INFINITY) &&
    mine.cpuSeconds <= other.cpuSeconds * (goal.cpuShare ?? Number.POSITIVE_INFINITY) &&
    (mine.peakMegabytes ?? 0) <= goal.megabytes
  return {
    bench: ours === OURS ? bench : `${bench}, ${ours}`,
    beside,
    timesAsFast: besideGoal(timesAsFast, goal.timesAsFast),
    cpuOfAMillion: besideGoal(cpu, goal.cpu),
    megabytes: `${mine.peakMegabytes} of ${goal.megabytes}`,
    isReached,
  }
}

const besideGoal = (measured: number, goal: number | undefined) =>
  goal === undefined ? measured.toFixed(2) : `${measured.toFixed(2)} of ${goal.toFixed(2)}`
