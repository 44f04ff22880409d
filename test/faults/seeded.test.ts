import { afterAll, beforeAll, expect, it } from 'vitest'

import { run } from '../support/run-sql.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { distinct } from './distinct.ts'
import { tryKind } from './enumerate.ts'
import { FLOW_KINDS } from './flow-kinds.ts'
import { pickSome } from './pick.ts'
import { type Servers, startServers } from './servers.ts'
import { openWorkers, type Workers } from './workers.ts'

/** The same every time; `npm run test:full` tries each that is at a place of its own, and `npm run faults` all. */
const SEED = 5
const FAULTS_PER_KIND = 2
/** Of all faults of a kind, in milliseconds. */
const ALL_FAULTS_WAIT = 3 * 3_600_000

let servers: Servers
let workers: Workers

beforeAll(async () => {
  servers = await startServers()
  workers = openWorkers(servers)
})
afterAll(async () => {
  await workers.close()
  await servers.stop()
})

it.each(Object.keys(FLOW_KINDS).map((name, at) => [name, SEED + at] as const))(
  'a flow of the kind %s loses nothing, brings nothing twice and shows no half, whatever breaks',
  async (name, seed) => {
    const { trials } = await tryKind(servers, workers, name, {
      choose: (faults) => (TRIES_ALL ? distinct(faults) : pickSome(faults, FAULTS_PER_KIND, seed)),
    })
    expect(trials.filter(({ breaches }) => breaches.length > 0)).toEqual([])
    expect(trials.some(({ struck }) => struck !== undefined)).toBe(true)
  },
  TRIES_ALL ? ALL_FAULTS_WAIT : undefined,
)

it('workers whose clocks are hours apart take runs over from each other, and nothing of their clocks is kept', async () => {
  const HOUR = 3_600_000
  const apart = openWorkers(servers, (nth) => (nth % 2 === 0 ? HOUR : -HOUR))
  const { trials } = await tryKind(servers, apart, 'pg-pg', {
    choose: (faults) =>
      faults.filter(({ link, sent, fault }) => link === 'destination' && sent === 'COMMIT' && fault === 'kill'),
  })
  await apart.close()
  expect(trials).toMatchObject([{ struck: 'COMMIT', breaches: [] }])
  const times = `select started_at - queued_at between '0 s' and '10 min' and finished_at - started_at between '0 s' and '10 min' as are_true
     from millrace.runs order by queued_at desc limit 3`
  expect(await run(servers.api.storeUrl, times)).toEqual(Array.from({ length: 3 }, () => ({ are_true: true })))
})
