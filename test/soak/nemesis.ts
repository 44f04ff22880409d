import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../../src/stand-ins/vendor-server.ts'
import type { Servers } from '../faults/servers.ts'
import { run } from '../support/run-sql.ts'
import type { Worker } from './worker.ts'

/** Longer than a worker may be silent, so that another takes its runs over. In milliseconds. */
const PAUSE = 20_000

interface Trouble {
  readonly name: string
  strike(): Promise<void>
}

const VENDOR_FAULTS: readonly Fault[] = [
  { status: 500 },
  { status: 429, headers: { 'retry-after': '1' } },
  'drop',
  'lose-answer',
  'cut',
]

/** Everything that goes wrong in a soak, as often as each other thing. */
export function troublesOf(servers: Servers, worker: Worker, random: () => number): readonly Trouble[] {
  const { api, points, sheets, cloud, metronome, sendgrid, aws } = servers
  const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  const endSessions = (where: string) =>
    run(api.postgres.url, `select pg_terminate_backend(pid) from pg_stat_activity where ${where}`)

  return [
    { name: 'a worker is killed', strike: worker.kill },
    { name: 'a worker is replaced by a deployment', strike: worker.replace },
    {
      name: 'a worker is paused until another has its runs',
      strike: async () => {
        worker.pause()
        await sleep(PAUSE)
        worker.resume()
      },
    },
    { name: 'every connection is broken', strike: async () => servers.heal() },
    {
      name: 'databases end the sessions of flows',
      strike: async () => void (await endSessions(`application_name = 'millrace'`)),
    },
    {
      name: 'the store ends the sessions of workers and API',
      strike: async () =>
        void (await endSessions(`datname = '${new URL(api.storeUrl).pathname.slice(1)}' and pid <> pg_backend_pid()`)),
    },
    {
      name: 'a connection goes dark',
      strike: async () => {
        const link = oneOf(DARK_LINKS)
        points.begin({ link, number: 1 + Math.floor(random() * 20), fault: 'hang' })
        await sleep(PAUSE)
        points.end()
        servers.heal()
      },
    },
    {
      name: 'vendors fail',
      strike: async () => {
        for (const vendor of [sheets, cloud, metronome, sendgrid, aws]) vendor.fail(oneOf(VENDOR_FAULTS))
      },
    },
  ]
}

/** Ways that a connection may go dark on, by their names. */
const DARK_LINKS = ['source', 'destination', 'google', 'cloud', 'metronome'] as const
