// First: time runs faster in this file, so that nobody waits for the patience of the product.
import './hurry.ts'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { endpointOf, freshDatabase, moveBetween, problems, replace, run, statuses } from '../engine/move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from '../engine/move-mysql.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { startTcpProxy } from './proxy.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb

beforeAll(async () => {
  ;[postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
})
afterAll(() => Promise.all([postgres.stop(), mariadb.stop()]))

/** Rows that come slowly enough for something to happen to them. */
const SLOW = `CREATE VIEW slow AS SELECT n AS id, CASE WHEN n % 500 = 0 THEN pg_sleep(0.05)::text END AS note FROM generate_series(1, 50000) n`

async function postgresEnds() {
  const [source, destination] = [await freshDatabase(postgres), await freshDatabase(postgres)]
  await run(source, SLOW)
  await run(destination, 'CREATE TABLE slow (id int, note text)', `INSERT INTO slow VALUES (0, 'old')`)
  return { source, destination }
}

describe('a server that goes silent in the middle of the rows', () => {
  it.each([
    ['source', 'SOURCE_STALLED'],
    ['destination', 'DESTINATION_STALLED'],
  ] as const)('is found out, and the old rows stay: the %s', async (end, code) => {
    const ends = await postgresEnds()
    const proxy = await startTcpProxy(ends[end])
    const reached: Record<typeof end, Endpoint> = {
      source: endpointOf(ends.source),
      destination: endpointOf(ends.destination),
      [end]: endpointOf({ ...ends[end], port: proxy.port }),
    }
    const result = await moveBetween(reached.source, reached.destination, [replace('public.slow')], {
      onEvent: (event) => {
        if (event.kind === 'progress' && event.stream.rowsRead > 0) proxy.goDark()
      },
    })
    await proxy.stop()
    expect(problems(result)).toMatchObject([
      { code, retryable: true, message: says(expect.stringContaining(`${end} server`)) },
    ])
    expect(await run(ends.destination, 'SELECT note FROM slow')).toEqual([{ note: 'old' }])
  })

  it('is found out where it is MySQL', async () => {
    const from = await freshMysql(mariadb)
    const { destination } = await postgresEnds()
    await runMysql(
      from,
      'CREATE TABLE slow (id int, note longtext)',
      `INSERT INTO slow SELECT seq, REPEAT('x', 2000) FROM ${numbers(20_000)}`,
    )
    const proxy = await startTcpProxy(from)
    const result = await moveAcross(
      mysqlEndpoint(from, { port: proxy.port }),
      endpointOf(destination),
      [{ entity: `${from.database}.slow`, target: 'public.slow', mode: 'replace' }],
      { onEvent: (event) => void (event.kind === 'progress' && event.stream.rowsRead > 0 && proxy.goDark()) },
    )
    await proxy.stop()
    expect(problems(result)).toMatchObject([{ code: 'SOURCE_STALLED', retryable: true }])
  })
})

it('a server that thinks for long is left alone, whichever it is', async () => {
  const { source, destination } = await postgresEnds()
  const from = await freshMysql(mariadb)
  await run(source, 'CREATE VIEW thoughtful AS SELECT pg_sleep(4)::text AS note')
  await runMysql(from, 'CREATE VIEW thoughtful AS SELECT SLEEP(4) AS note')
  const results = await Promise.all([
    moveBetween(source, destination, [replace('public.thoughtful')]),
    moveAcross(mysqlEndpoint(from), endpointOf(destination), [
      { entity: `${from.database}.thoughtful`, target: 'public.thoughtful_too', mode: 'replace' },
    ]),
  ])
  expect(results.flatMap(statuses)).toEqual(['succeeded', 'succeeded'])
})
