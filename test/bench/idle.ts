import { setTimeout as delay } from 'node:timers/promises'

import { enter } from '../start/installation.ts'
import { cleanUp, launch, ROOT, temporaryFolder } from '../start/launch.ts'
import { memoryBelow } from './process-memory.ts'

/** Megabytes that everything together may hold while nobody does anything. */
const TO_REACH = 350

/** Until what was only needed for a moment has ended. */
const REST_MS = 45_000

/** What a process is for, by its command. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['npm, and the process that starts the server again', /^npm |^sh -c node src|bootstrap\/start\.mjs/],
  ['server', /server\/millrace\.ts/],
  ['Postgres', /postgres/],
  ['processes for steps', /step-process/],
  ['processes for tasks', /task-process/],
]

/** How much memory everything that `npm start` runs takes while it idles: after the start, and after somebody has used it. */
export async function benchIdle(): Promise<void> {
  const server = launch(await temporaryFolder(), {
    command: 'npm',
    args: ['start'],
    cwd: ROOT,
    env: { LOG_LEVEL: 'error' },
  })
  try {
    const url = await server.url
    await delay(REST_MS)
    const started = held(server.child.pid ?? 0)
    await use(url)
    await delay(REST_MS)
    const used = held(server.child.pid ?? 0)
    console.table(
      Object.fromEntries(
        [...used.keys()].map((part) => [
          part,
          {
            'after the start (MB)': Math.round(started.get(part) ?? 0),
            'after use (MB)': Math.round(used.get(part) ?? 0),
          },
        ]),
      ),
    )
    const most = Math.max(sumOf(started), sumOf(used))
    console.log(`${sumOf(started).toFixed(0)} MB after the start, ${sumOf(used).toFixed(0)} MB after use.`)
    console.log(`To reach: ${TO_REACH} MB. ${most <= TO_REACH ? 'Reached.' : 'NOT reached.'}`)
    process.exitCode = most <= TO_REACH ? 0 : 1
  } finally {
    await cleanUp()
  }
}

/** Sample data, and a run of their flow. */
async function use(url: string): Promise<void> {
  const call = await enter(url, 'signUp')
  const { id } = await call('POST', '/v1/organizations', { name: 'Acme' })
  const base = `/v1/organizations/${id}`
  const { flow } = await call('POST', `${base}/sample-data`)
  const { run_id: run } = await call('POST', `${base}/flows/${flow.id}/run`)
  while (!(await call('GET', `${base}/runs/${run}`)).finished_at) await delay(200)
}

function held(processId: number): ReadonlyMap<string, number> {
  const sums = new Map<string, number>(PARTS.map(([part]) => [part, 0]))
  for (const { command, megabytes } of memoryBelow(processId)) {
    const part = PARTS.find(([, pattern]) => pattern.test(command))?.[0] ?? 'others'
    sums.set(part, (sums.get(part) ?? 0) + megabytes)
  }
  return sums
}

const sumOf = (parts: ReadonlyMap<string, number>) => [...parts.values()].reduce((sum, part) => sum + part, 0)
