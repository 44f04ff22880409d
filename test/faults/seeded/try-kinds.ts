import { afterAll, beforeAll, expect, it } from 'vitest'

import { TRIES_ALL } from '../../support/samples.ts'
import { distinct } from '../distinct.ts'
import { tryKind } from '../enumerate.ts'
import { FLOW_KINDS } from '../flow-kinds.ts'
import { pickSome } from '../pick.ts'
import { type Servers, startServers } from '../servers.ts'
import { openWorkers, type Workers } from '../workers.ts'
import { alwaysTried } from './always-tried.ts'

/** The same every time; `npm run test:full` tries each that is at a place of its own, and `npm run faults` all. */
const SEED = 5
/** The second only where a run is over before it comes to the first. */
const FAULTS_PER_KIND = 2
/** Of all faults of a kind, in milliseconds. */
const ALL_FAULTS_WAIT = 3 * 3_600_000

/** Both ends, and the way to write, are those of other kinds: for `npm run test:full`. */
const IN_FULL: readonly string[] = [
  ...['upsert', 'refill-referred', 'cursor-ranges', 'many-pg-pg-upsert', 'structure-again', 'structure-mysql'],
  ...['mysql-pg-upsert', 'mysql-pg-join-there', 'many-pg-mysql-upsert', 'many-mysql-mysql', 'mysql-mysql'],
  ...['mysql-mysql-upsert', 'mysql-mysql-refill', 'pg-mysql-append', 'pg-mysql-vanished', 'pg-mysql-ranges'],
  ...['pg-mysql-cursor-ranges', 'pg-bigquery', 'pg-bigquery-upsert-values', 'pg-sheets-values', 'pg-metronome-checks'],
]

/** Kinds of flows by what they need; each group is a file, so that they are tried beside each other. */
export type KindGroup = 'mysql' | 'postgres' | 'vendors'

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
  const isTried = (name: string) => groupOf(name) === group && (TRIES_ALL || !IN_FULL.includes(name))
  it.each(seeded.filter(([name]) => isTried(name)))(
    'a flow of the kind %s loses nothing, brings nothing twice and shows no half, whatever breaks',
    async (name, seed) => {
      let special = 0
      const { trials } = await tryKind(servers, workers, name, {
        choose(faults) {
          if (TRIES_ALL) return distinct(faults)
          const always = alwaysTried(name, faults)
          special = always.length
          return [...always, ...pickSome(faults, FAULTS_PER_KIND, seed)]
        },
        isEnough: (tried) => !TRIES_ALL && tried.slice(special).some(({ struck }) => struck !== undefined),
      })
      expect(trials.filter(({ breaches }) => breaches.length > 0)).toEqual([])
      const [always, others] = [trials.slice(0, special), trials.slice(special)]
      expect(always.filter(({ struck }) => struck === undefined)).toEqual([])
      expect(others.some(({ struck }) => struck !== undefined)).toBe(true)
    },
    TRIES_ALL ? ALL_FAULTS_WAIT : undefined,
  )
  return () => servers
}
