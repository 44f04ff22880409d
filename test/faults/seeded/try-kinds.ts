import { afterAll, beforeAll, expect, it } from 'vitest'

import { TRIES_ALL } from '../../support/samples.ts'
import { distinct } from '../distinct.ts'
import { tryKind } from '../enumerate.ts'
import type { LearnedPoint, PlannedFault } from '../fault-points.ts'
import { FLOW_KINDS } from '../flow-kinds.ts'
import { pickSome } from '../pick.ts'
import { type Servers, startServers } from '../servers.ts'
import { openWorkers, type Workers } from '../workers.ts'

/** The same every time; `npm run test:full` tries each that is at a place of its own, and `npm run faults` all. */
const SEED = 5
const FAULTS_PER_KIND = 2
/** Of all faults of a kind, in milliseconds. */
const ALL_FAULTS_WAIT = 3 * 3_600_000

/** Kinds of flows by what they need; each group is a file, so that they are tried beside each other. */
export type KindGroup = 'mysql' | 'postgres' | 'vendors'

/** Always tried: rows that are in place hide that something is left over beside them. */
const isUnansweredCleanUp = ({ fault, sent }: PlannedFault & LearnedPoint) =>
  fault === 'hang' && sent.startsWith('DELETE /bigquery/')

const groupOf = (name: string): KindGroup => {
  if (name.includes('mysql')) return 'mysql'
  return /bigquery|sheets|metronome|email|aws/.test(name) ? 'vendors' : 'postgres'
}

/** Tries faults of the kinds of a group; answers servers that are there from the first test on. */
export function tryKinds(group: KindGroup): () => Servers {
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

  const seeded = Object.keys(FLOW_KINDS).map((name, at) => [name, SEED + at] as const)
  it.each(seeded.filter(([name]) => groupOf(name) === group))(
    'a flow of the kind %s loses nothing, brings nothing twice and shows no half, whatever breaks',
    async (name, seed) => {
      const { trials } = await tryKind(servers, workers, name, {
        choose: (faults) =>
          TRIES_ALL
            ? distinct(faults)
            : [
                ...new Set([
                  ...pickSome(faults, FAULTS_PER_KIND, seed),
                  ...distinct(faults.filter(isUnansweredCleanUp)),
                ]),
              ],
      })
      expect(trials.filter(({ breaches }) => breaches.length > 0)).toEqual([])
      expect(trials.some(({ struck }) => struck !== undefined)).toBe(true)
    },
    TRIES_ALL ? ALL_FAULTS_WAIT : undefined,
  )
  return () => servers
}
