import { afterEach, beforeEach, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { Connector, Endpoint } from '../../src/engine/ports/connector.ts'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import {
  bigquery,
  cloudContext,
  cloudEndpoint,
  cloudRows,
  startMirrorIntoBigquery,
} from './mirror-into-bigquery-support.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { type Database, endpointOf, nextFence, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'
import { MYSQL_PROBES } from './mysql-probes.ts'
import { TYPE_SETUP, typeProbes } from './type-probes.ts'

let source: Database
let from: MysqlDatabase
let cloud: GoogleCloudStandIn

givenBothSystems(
  (ends) => {
    ;({ source, from } = ends)
  },
  { mariadb: { settings: ROW_LOG }, settings: LOGICAL },
)

beforeEach(async () => {
  cloud = await startGoogleCloud()
})
afterEach(() => cloud.stop())

interface Probe {
  readonly entity: string
  readonly table: string
}

/** Ordinary copies beside the mirrored tables. */
async function copyAll(connector: Connector, endpoint: Endpoint, probes: readonly Probe[]) {
  const { streams } = await move({
    stepProcesses: keptStepProcesses,
    source: { connector, endpoint },
    destination: { connector: bigquery, endpoint: cloudEndpoint(cloud) },
    streams: probes.map(({ entity, table }) => ({ entity, target: `copied_${table}`, mode: 'replace' })),
    fence: { ...nextFence(), flowId: 'copies' },
    context: cloudContext(cloud),
    onEvent: () => {},
  })
  return new Map(streams.map((stream) => [stream.entity, stream]))
}

const cells = (table: string) => cloudRows(cloud, table).map(({ id, v }) => [id, v])

it('every value of Postgres that comes from the log is the one that an ordinary copy has, or neither comes', async () => {
  await run(source, TYPE_SETUP)
  const probes = typeProbes(18)
    .filter(({ type }) => type !== 'xml')
    .map((probe, number) => ({ ...probe, table: `v${number}`, entity: `public.v${number}` }))
  for (const { table, type } of probes) await run(source, `CREATE TABLE ${table} (id int PRIMARY KEY, v ${type})`)
  const targets = Object.fromEntries(probes.map(({ table, entity }) => [entity, table]))
  const mirror = await startMirrorIntoBigquery(endpointOf(source), cloud, targets, {
    slot: `slot_${source.database}`,
    patienceMs: 200_000,
  })
  await mirror.caughtUp()
  const refused = new Map(mirror.paused)
  await run(
    source,
    ...probes.map(({ table, values }) => {
      const rows = values.map((value, id) => `(${id}, ${value})`)
      return `INSERT INTO ${table} VALUES ${rows.join(', ')}`
    }),
  )
  await mirror.caughtUp()
  const moved = await copyAll(postgresConnector, endpointOf(source), probes)
  const differing: unknown[] = []
  let compared = 0
  for (const { table, id, type, entity } of probes) {
    const stream = moved.get(entity)
    if (stream?.status !== 'succeeded' || mirror.paused.has(entity)) {
      if (!refused.has(entity) && (stream?.status === 'succeeded' || !mirror.paused.has(entity)))
        differing.push([id, type, stream?.status, stream?.error?.code, mirror.paused.get(entity)])
      continue
    }
    compared++
    const [mirrored, expected] = [cells(table), cells(`copied_${table}`)]
    if (JSON.stringify(mirrored) !== JSON.stringify(expected)) differing.push([id, type, mirrored, expected])
  }
  expect(differing).toEqual([])
  expect([...refused].map(([, problem]) => problem?.code).every((code) => code === 'MIRROR_NOT_READY')).toBe(true)
  expect(compared).toBeGreaterThan(probes.length / 3)
  await mirror.stop()
}, 600_000)

it('every value of MariaDB that comes from the log is the one that an ordinary copy has', async () => {
  const probes = MYSQL_PROBES.map((probe, number) => ({
    ...probe,
    table: `v${number}`,
    entity: `${from.database}.v${number}`,
  }))
  await runMysql(
    from,
    ...probes.map(({ table, type }) => `CREATE TABLE ${table} (id int PRIMARY KEY, v ${type}, last int unsigned)`),
  )
  const targets = Object.fromEntries(probes.map(({ table, entity }) => [entity, table]))
  const mirror = await startMirrorIntoBigquery(mysqlEndpoint(from), cloud, targets, { patienceMs: 200_000 })
  await mirror.caughtUp()
  await runMysql(
    from,
    ...probes.flatMap(({ table, values }) =>
      values.map((value, id) => `INSERT IGNORE INTO ${table} VALUES (${id}, ${value}, 4294967295)`),
    ),
  )
  await mirror.caughtUp()
  const moved = await copyAll(mysqlConnector, mysqlEndpoint(from), probes)
  const failed = [...moved.values()].filter(({ status }) => status !== 'succeeded').map(({ entity }) => entity)
  expect(new Set(mirror.paused.keys())).toEqual(new Set(failed))
  const differing: unknown[] = []
  for (const { table, id, type, values } of probes.filter(({ entity }) => !failed.includes(entity))) {
    const [mirrored, expected] = [cells(table), cells(`copied_${table}`)]
    expect(expected).toHaveLength(values.length)
    if (JSON.stringify(mirrored) !== JSON.stringify(expected)) differing.push([id, type, mirrored, expected])
  }
  expect(differing).toEqual([])
  expect(mirror.divergent).toBe(0)
  await mirror.stop()
}, 600_000)
