import { afterAll, beforeAll, expect, it } from 'vitest'

import { tryKind } from './enumerate.ts'
import { FLOW_KINDS } from './flow-kinds.ts'
import { pickSome } from './pick.ts'
import { type Servers, startServers } from './servers.ts'
import { openWorkers, type Workers } from './workers.ts'

/** The same every time; `npm run faults` tries all. */
const SEED = 5
const FAULTS_PER_KIND = 2

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
      choose: (faults) => pickSome(faults, FAULTS_PER_KIND, seed),
    })
    expect(trials.filter(({ breaches }) => breaches.length > 0)).toEqual([])
    expect(trials.some(({ struck }) => struck !== undefined)).toBe(true)
  },
)
