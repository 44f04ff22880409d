import { beforeAll, describe, expect, it } from 'vitest'

import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import type { OpenedConnection } from '../../src/server/domain/connections/open-endpoint.ts'
import { showRows } from '../../src/server/domain/connections/show-rows.ts'
import { previewFlow } from '../../src/server/domain/flows/preview-flow.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { stepProcesses } from '../support/step-processes.ts'
import { givenMysql } from './given-mysql.ts'
import { contextWith, endpointOf, freshDatabase, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

const preview = (opened: OpenedConnection, stream: string, steps: readonly Step[] = [], where?: string) =>
  previewFlow(opened, { stream, steps, upTo: undefined, where, salt: '' }, contextWith(), stepProcesses)

const upTo = (last: number) => Array.from({ length: last }, (_, n) => String(n + 1))
const firstColumn = (rows: readonly (readonly unknown[])[] | undefined) => rows?.map(([value]) => value)

describe('a preview shows the first rows by the key of the table, each time the same ones,', () => {
  let postgres: RunningPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
    return () => postgres.stop()
  })

  async function inPostgres(...statements: readonly string[]): Promise<OpenedConnection> {
    const database = await freshDatabase(postgres)
    await run(database, ...statements)
    return { connector: postgresConnector, endpoint: endpointOf(database) }
  }

  it('of Postgres: before and after a step, with a condition, and in a look at the table', async () => {
    const opened = await inPostgres(
      'CREATE TABLE orders (id int PRIMARY KEY, total int)',
      'INSERT INTO orders SELECT n, n % 5 FROM generate_series(30000, 1, -1) n',
    )
    const even: Step = { id: 'f', type: 'filter', settings: { where: 'id % 2 = 0' } }
    const { orderedBy, hasMore, steps } = await preview(opened, 'public.orders', [even])
    expect({ orderedBy, hasMore }).toEqual({ orderedBy: ['id'], hasMore: true })
    expect(firstColumn(steps[0]?.rows)).toEqual(upTo(100))
    expect(firstColumn(steps[1]?.rows)).toEqual(upTo(100).map((id) => String(Number(id) * 2)))

    const chosen = await preview(opened, 'public.orders', [], 'total = 0')
    expect(firstColumn(chosen.steps[0]?.rows)).toEqual(upTo(100).map((id) => String(Number(id) * 5)))

    const shown = await showRows(opened, 'public.orders', contextWith())
    expect(shown).toMatchObject({ orderedBy: ['id'], hasMore: true })
    expect(firstColumn(shown.rows)).toEqual(upTo(100))
  })

  it('of Postgres with a key of two columns, and the partners of a row in one order', async () => {
    const opened = await inPostgres(
      'CREATE TABLE lines (position int, "Order" int, PRIMARY KEY ("Order", position))',
      'INSERT INTO lines SELECT p, o FROM generate_series(3, 1, -1) p, generate_series(900, 1, -1) o',
      'CREATE TABLE notes AS SELECT o, n FROM generate_series(1, 9) o, generate_series(9, 1, -1) n ORDER BY random()',
    )
    const join: Step = {
      id: 'j',
      type: 'join',
      settings: { stream: 'public.notes', rows: 'matching', on: [{ column: 'Order', other: 'o' }], columns: ['n'] },
    }
    const { orderedBy, steps } = await preview(opened, 'public.lines', [join])
    expect(orderedBy).toEqual(['Order', 'position'])
    expect(steps[0]?.rows.slice(0, 4)).toEqual([
      ['1', '1'],
      ['2', '1'],
      ['3', '1'],
      ['1', '2'],
    ])
    expect(steps[1]?.rows.slice(0, 9).map((row) => row.at(-1))).toEqual(upTo(9))
  })

  it('of Postgres without a key as they are stored, though somebody else is reading the table', async () => {
    const opened = await inPostgres(
      `CREATE TABLE wide AS SELECT n AS id, repeat('x', 900) AS pad FROM generate_series(1, 40000) n`,
    )
    const first = async () => {
      const { orderedBy, steps } = await preview(opened, 'public.wide')
      return [orderedBy, ...(steps[0]?.rows ?? []).slice(0, 2).map(([id]) => id)]
    }
    // Each leaves the position at which it stopped to the next reader of the table.
    for (let time = 0; time < 4; time++) expect(await first()).toEqual([undefined, '1', '2'])
  })

  describe('of MySQL', () => {
    let from: Parameters<typeof mysqlEndpoint>[0]
    givenMysql((ends) => {
      from = ends.from
    })

    it('whatever other index it would rather use', async () => {
      await runMysql(
        from,
        'CREATE TABLE a (id int PRIMARY KEY, total int, KEY (total, id))',
        'INSERT INTO a SELECT seq, seq % 7 FROM seq_5000_to_1',
      )
      const opened = { connector: mysqlConnector, endpoint: mysqlEndpoint(from) }
      const { orderedBy, steps } = await preview(opened, `${from.database}.a`)
      expect(orderedBy).toEqual(['id'])
      expect(firstColumn(steps[0]?.rows)).toEqual(upTo(100))
    })
  })
})
