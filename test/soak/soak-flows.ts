import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { VENDOR_NAMES, VENDORS } from '../../src/engine/ports/vendors.ts'
import { FLOW_KINDS } from '../faults/flow-kinds.ts'
import { type Servers, startServers } from '../faults/servers.ts'
import { run } from '../support/run-sql.ts'
import { startWorker } from '../support/start-worker.ts'
import { troublesOf } from './nemesis.ts'
import { goRounds } from './rounds.ts'
import { seeded } from './seeded.ts'
import { startSignInSwitch } from './sign-in-switch.ts'
import { type Sample, slopeOf } from './slope.ts'
import { makeTally } from './tally.ts'
import { keepWorker } from './worker.ts'

/** Flows of every kind, again and again on two workers, with a trouble a minute; ends with 1 when any promise was broken. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    /** Of the troubles' order. */
    seed: { type: 'string', default: '1' },
    /** Seconds between two troubles. */
    every: { type: 'string', default: '60' },
    /** Seconds that each flow rests between two runs. */
    rest: { type: 'string', default: '1' },
  },
})
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const length = Number(values.minutes) * MINUTE
/** Until a worker has opened all that it will keep open. */
const WARM_UP = Math.min(5 * MINUTE, length / 4)
const SAMPLE_EVERY = 5_000

const servers = await startServers()
const switchboard = await startSignInSwitch(servers.sheets.address, servers.cloud.address)
const environment = workerEnvironment(servers, switchboard.address)
const { storeUrl, masterKey } = servers.workerSettings({ signIn: 'google' })
const shared = { storeUrl, masterKey: Buffer.from(masterKey, 'base64') }
const addWorker = () => keepWorker(() => startWorker(shared, environment))
// One lives through it all, so that its memory can be told; the other suffers.
const [steady, suffering] = await Promise.all([addWorker(), addWorker()])
const kinds = await Promise.all(
  Object.entries(FLOW_KINDS).map(async ([name, make]) => ({ name, ...(await make(servers)) })),
)

const tally = makeTally()
const end = new AbortController()
const began = Date.now()
const memory: Sample[] = []
const struck = new Map<string, number>()
console.log(`${kinds.length} kinds of flows for ${values.minutes} minutes, a trouble every ${values.every} s.`)
const rounds = kinds.map((kind) =>
  goRounds(servers, kind, { tally, rest: Number(values.rest) * 1_000, end: end.signal }),
)
// A round that ends by itself is a mistake of this program, and must not end as if all were well.
for (const round of rounds) round.catch((error: unknown) => tally.breach('soak', 'ended', String(error)))
await Promise.all([strikeUntil(began + length), sampleUntil(began + length)])
end.abort()
await Promise.allSettled(rounds)
await Promise.all([steady.stop(), suffering.stop()])
for (const name of tally.neverSucceeded) tally.breach(name, 'never succeeded', 'no run of this kind came to its end')
const left = await whatIsLeft()
for (const one of left) tally.breach('soak', 'left over', one)

console.table(tally.table())
console.table([...struck].map(([trouble, times]) => ({ trouble, times })))
const warm = memory.filter(({ at }) => at * HOUR > WARM_UP)
console.log(
  `memory of the worker that lived on: ${quarter(warm, 0)} MB in the first quarter, ${quarter(warm, 3)} MB in the last,`,
)
console.log(
  `${slopeOf(warm).toFixed(1)} MB an hour by least squares; left over: ${left.length}; promises broken: ${tally.breaches}`,
)
await Promise.all(kinds.map((kind) => kind.stop()))
await switchboard.stop()
await servers.stop()
process.exit(tally.breaches > 0 ? 1 : 0)

async function strikeUntil(until: number): Promise<void> {
  const random = seeded(Number(values.seed))
  const troubles = troublesOf(servers, suffering, random)
  let waiting: (typeof troubles)[number][] = []
  while (Date.now() + Number(values.every) * 1_000 < until) {
    await sleep(Number(values.every) * 1_000)
    // Each once, in an order of its own, before any comes again.
    if (waiting.length === 0) waiting = [...troubles]
    const [trouble] = waiting.splice(Math.floor(random() * waiting.length), 1)
    if (!trouble) continue
    console.log(`${new Date().toISOString()} ${trouble.name}`)
    struck.set(trouble.name, (struck.get(trouble.name) ?? 0) + 1)
    await trouble.strike()
  }
  await sleep(Math.max(0, until - Date.now()))
}

async function sampleUntil(until: number): Promise<void> {
  for (; Date.now() < until; await sleep(SAMPLE_EVERY))
    memory.push({ at: (Date.now() - began) / HOUR, value: await steady.memory() })
}

async function whatIsLeft(): Promise<readonly string[]> {
  const kept = await Promise.all(
    kinds.map(async (kind) => (await kind.leftovers()).map((one) => `${kind.name}: ${one}`)),
  )
  const active = await run<{ id: string; status: string }>(
    servers.api.storeUrl,
    `select id, status from millrace.runs where status in ('queued', 'running', 'committing')`,
  )
  return [...kept.flat(), ...active.map(({ id, status }) => `run ${id} is ${status}`)]
}

function workerEnvironment({ workerSettings }: Servers, signIn: string): Readonly<Record<string, string>> {
  const { addresses } = workerSettings({ signIn: 'google' })
  return {
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    ...Object.fromEntries(
      VENDOR_NAMES.flatMap((name) => (addresses[name] ? [[VENDORS[name].variable, addresses[name]]] : [])),
    ),
    GOOGLE_BASE_URL: signIn,
  }
}

function quarter(samples: readonly Sample[], at: number): string {
  const part = samples.slice((samples.length * at) / 4, (samples.length * (at + 1)) / 4).map(({ value }) => value)
  return (part.toSorted((one, other) => one - other)[Math.floor(part.length / 2)] ?? 0).toFixed(0)
}
