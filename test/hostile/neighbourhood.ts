import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { PROGRAM } from '../start/installation.ts'
import { cleanUp, type Launched, ROOT } from '../start/launch.ts'
import { launchSupervised, readyTimes, serverOf } from '../start/launch-supervised.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import { type Account, signUp } from './account.ts'
import { watchEvents } from './watch-events.ts'
import { watchMachine } from './watch-machine.ts'

/** What became of the good neighbour meanwhile, in milliseconds and megabytes. */
export interface Felt {
  /** Of 100 calls, 99 took no longer. */
  readonly p99: number
  /** The same of a server in a process of its own that does nothing else: what the machine takes by itself. */
  readonly bareP99: number
  readonly failedCalls: number
  /** Of the slowest of its runs. */
  readonly runStart: number
  /** How much larger the process that answers was at most. */
  readonly memory: number
  /** How many times longer everything took because others worked on the same machine. */
  readonly slowdown: number
  /** Whether the process that answers is still the same, and its stream of events open. */
  readonly isAlive: boolean
}

export interface Neighbourhood {
  /** Somebody who means harm. */
  readonly hostile: Account
  /** A database server that does what it is asked; its database `shop` has one small table. */
  readonly honest: RunningPostgres
  /** The ports of hostile servers, by what they answer. */
  readonly ports: Readonly<Record<string, number>>
  /** Calls, runs and listens as the good neighbour until the attack has ended, at least for these milliseconds. */
  feel(attack: (signal: AbortSignal) => Promise<unknown>, limits: { least: number; most: number }): Promise<Felt>
  stop(): Promise<void>
}

const PAGE_BYTES = 4_096
/** With three calls and some runs in between it stays below the limit of calls of a person. */
const PAUSE_MS = 300

/** A whole installation as `npm start` starts it, with two accounts, and servers of all kinds around it. */
export async function startNeighbourhood(): Promise<Neighbourhood> {
  const servers = beside('hostile-servers.ts')
  const bare = beside('bare-server.ts')
  const [[printed], [barePort], honest, server] = await Promise.all([
    once(servers.stdout, 'data'),
    once(bare.stdout, 'data'),
    startPostgres(),
    launchSupervised([...PROGRAM, 'start'], { LOG_LEVEL: 'error' }),
  ])
  for (const name of ['shop', 'warehouse']) await run(honest.url, `create database ${name}`)
  await run(
    honest.url.replace(/\/[^/]*$/, '/shop'),
    'create table orders as select n as id from generate_series(1, 5) n',
  )
  const url = await server.url
  const [hostile, good] = await Promise.all([signUp(url, 'mallory@example.com'), signUp(url, 'ada@example.com')])
  // In turn, because a run of a flow waits for the end of the one before.
  const flows = [await good.addFlow(honest), await good.addFlow(honest), await good.addFlow(honest)]
  const measured = { server, good, flows, bare: `http://127.0.0.1:${String(barePort).trim()}` }
  // What is loaded and compiled once is loaded before it is measured.
  for (let warm = 0; warm < 3; warm++) await feel(measured, () => sleep(0), { least: 1_500, most: 1_500 })
  return {
    hostile,
    honest,
    ports: JSON.parse(String(printed)) as Record<string, number>,
    feel: (attack, limits) => feel(measured, attack, limits),
    stop: async () => {
      servers.kill()
      bare.kill()
      await cleanUp()
      await honest.stop()
    },
  }
}

const beside = (program: string) =>
  spawn(process.execPath, [join(ROOT, 'test', 'hostile', program)], { stdio: ['ignore', 'pipe', 'inherit'] })

interface Measured {
  /** The address of the server that does nothing. */
  readonly bare: string
  readonly server: Launched
  readonly good: Account
  readonly flows: readonly string[]
}

async function feel(
  { server, good, flows, bare }: Measured,
  attack: (signal: AbortSignal) => Promise<unknown>,
  { least, most }: { least: number; most: number },
): Promise<Felt> {
  const pid = serverOf(server)
  const starts = readyTimes(server)
  const before = memoryOf(pid)
  const over = new AbortController()
  const late = AbortSignal.timeout(most)
  const endWatch = watchMachine()
  const events = await watchEvents(good, over.signal)
  const watching = { calls: callAgainAndAgain(good, bare, over.signal), memory: largestMemory(pid, over.signal) }
  const runs = runAgainAndAgain(good, { flows, events }, over.signal)
  await Promise.all([attack(late).catch(() => {}), sleep(least)])
  over.abort()
  const [calls, memory, runStarts] = await Promise.all([watching.calls, watching.memory, runs])
  return {
    p99: percentile(calls.times, 0.99),
    bareP99: percentile(calls.bareTimes, 0.99),
    failedCalls: calls.failed,
    runStart: Math.max(...runStarts),
    memory: memory - before,
    slowdown: endWatch(),
    isAlive: serverOf(server) === pid && readyTimes(server) === starts && !events.hasEnded(),
  }
}

async function callAgainAndAgain(good: Account, bare: string, signal: AbortSignal) {
  const times: number[] = []
  const bareTimes: number[] = []
  let failed = 0
  while (!signal.aborted) {
    for (const path of ['flows', 'runs', 'connections']) {
      const begun = performance.now()
      const { status } = await good.call('GET', `${good.base}/${path}`)
      times.push(performance.now() - begun)
      if (status !== 200) failed++
      const asked = performance.now()
      await (await fetch(bare)).text()
      bareTimes.push(performance.now() - asked)
    }
    await sleep(PAUSE_MS)
  }
  return { times, bareTimes, failed }
}

/** @returns of each run, from the call to the event that says that it has begun */
async function runAgainAndAgain(
  good: Account,
  { flows, events }: { flows: readonly string[]; events: Awaited<ReturnType<typeof watchEvents>> },
  signal: AbortSignal,
): Promise<number[]> {
  const times: number[] = []
  do {
    const begun = performance.now()
    const { body } = await good.call('POST', `${good.base}/flows/${flows[times.length % flows.length]}/run`)
    const id = (body as { run_id?: string }).run_id ?? ''
    await events.untilStarted(id)
    times.push(performance.now() - begun)
    await events.untilFinished(id)
  } while (!signal.aborted)
  return times
}

async function largestMemory(pid: number, signal: AbortSignal): Promise<number> {
  let largest = 0
  for (; !signal.aborted; await sleep(50)) largest = Math.max(largest, memoryOf(pid))
  return largest
}

/** In megabytes, without what it shares with others; nothing if it has ended. */
function memoryOf(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return ((resident - shared) * PAGE_BYTES) / (1 << 20)
  } catch {
    return 0
  }
}

function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
