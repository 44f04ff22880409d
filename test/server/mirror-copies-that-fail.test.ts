import { afterAll, beforeAll, expect, it } from 'vitest'

import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, startShop } from '../support/shop.ts'

/** A server that stores dates that do not exist. */
const LENIENT = {
  'log-bin': 'log',
  'server-id': '7',
  'binlog-format': 'ROW',
  'binlog-row-metadata': 'FULL',
  'sql-mode': '',
}

let mariadb: RunningMariadb
let shop: Awaited<ReturnType<typeof startShop>>

beforeAll(async () => {
  ;[mariadb, shop] = await Promise.all([startMariadb({ settings: LENIENT }), startShop()])
})
afterAll(async () => {
  await shop?.api.stop()
  await mariadb?.stop()
})

/** @returns the id of a connection to the server */
async function addMariadb(): Promise<string> {
  const { api, base } = shop
  const { host, port, user, password, database } = mariadb
  const credentials = { host, port, user, password, database, sslmode: 'disable' }
  const integration = await api.call('ada', 'POST', `${base}/integrations`, { name: 'm', type: 'mysql', credentials })
  const draft = { name: 'shop of MariaDB', type: 'mysql', integration_id: integration.body.id, config: {} }
  return (await api.call('ada', 'POST', `${base}/connections`, draft)).body.id
}

async function mirrorOf(tables: readonly string[]) {
  const { api, base } = shop
  const streams = tables.map((table) => ({ entity: `${mariadb.database}.${table}`, mode: 'mirror' }))
  const ends = { ...(await addEnds(api, base)), source_connection: { id: await addMariadb() } }
  const config = { streams, transformations: [] }
  const flow = await api.call('ada', 'POST', `${base}/flows`, { name: 'f', ...ends, config })
  const place = `${base}/flows/${flow.body.id}`
  const nameOf = (entity: string) => entity.slice(mariadb.database.length + 1)
  /** @returns what is told of each table: its state, and the code of its problem */
  const told = async (): Promise<Readonly<Record<string, string>>> => {
    const found: readonly { entity: string; state: string; problem?: { code: string } }[] = (
      await api.call('ada', 'GET', `${place}/mirror`)
    ).body.tables
    return Object.fromEntries(
      found.map(({ entity, state, problem }) => [nameOf(entity), [state, problem?.code].join(' ').trim()]),
    )
  }
  const hintOf = async (table: string): Promise<string> =>
    (await api.call('ada', 'GET', `${place}/mirror`)).body.tables.find(
      ({ entity }: { entity: string }) => nameOf(entity) === table,
    ).problem.hint
  const ask = (table: string, action: string) =>
    api.call('ada', 'POST', `${place}/mirror/tables`, { entity: `${mariadb.database}.${table}`, action })
  await api.call('ada', 'POST', `${place}/mirror`, { wanted: 'on' })
  return { told, hintOf, ask }
}

it('a table of MariaDB that Postgres cannot store waits with the reason, whether in its copy or later, and the others follow', async () => {
  const { target } = shop
  await runMysql(
    mariadb,
    'CREATE TABLE dated (day date PRIMARY KEY, a int)',
    `INSERT INTO dated VALUES ('0000-00-00', 1), ('2024-01-02', 2)`,
    'CREATE TABLE timed (at datetime, n int, PRIMARY KEY (at, n))',
    `INSERT INTO timed VALUES ('2024-00-00 00:00:00', 1)`,
    'CREATE TABLE texts (id int PRIMARY KEY, t text)',
    `INSERT INTO texts VALUES (1, CONCAT('a', CHAR(0 USING utf8mb4), 'b'))`,
    'CREATE TABLE fine (id int PRIMARY KEY, d date, y year, u bigint unsigned, r double)',
    `INSERT INTO fine VALUES (1, '0000-00-00', 0, 18446744073709551615, -0e0)`,
    'CREATE TABLE later (day date PRIMARY KEY, t text)',
    `INSERT INTO later VALUES ('2024-01-02', 'x')`,
    'CREATE TABLE words (id int PRIMARY KEY, t text)',
  )
  const { told, hintOf, ask } = await mirrorOf(['dated', 'timed', 'texts', 'fine', 'later', 'words'])
  const refused = {
    dated: 'paused VALUE_NOT_REPRESENTABLE',
    timed: 'paused VALUE_NOT_REPRESENTABLE',
    texts: 'paused VALUE_NOT_TEXT',
  }
  const following = { fine: 'following', later: 'following', words: 'following' }
  await expect.poll(told, { timeout: 60_000 }).toEqual({ ...refused, ...following })
  expect(await hintOf('dated')).toContain('Correct the value at the source')

  await runMysql(
    mariadb,
    `INSERT INTO later VALUES ('0000-00-00', 'y')`,
    `INSERT INTO words VALUES (1, CONCAT('a', CHAR(0 USING utf8mb4)))`,
    `INSERT INTO fine (id) VALUES (2)`,
  )
  const both = {
    ...refused,
    later: 'paused VALUE_NOT_REPRESENTABLE',
    words: 'paused VALUE_NOT_TEXT',
    fine: 'following',
  }
  await expect.poll(told, { timeout: 30_000 }).toEqual(both)
  await expect.poll(() => run(target, 'select id from fine order by id')).toEqual([{ id: 1 }, { id: 2 }])

  await runMysql(
    mariadb,
    `DELETE FROM dated WHERE a = 1`,
    `DELETE FROM later WHERE t = 'y'`,
    `UPDATE texts SET t = 'ab'`,
    `UPDATE words SET t = 'a'`,
  )
  for (const table of ['dated', 'later', 'texts', 'words']) await ask(table, 'resume')
  const mended = { dated: 'following', later: 'following', texts: 'following', words: 'following' }
  await expect.poll(told, { timeout: 60_000 }).toEqual({ ...both, ...mended })
  for (const [table, rows] of Object.entries({ dated: 1, later: 1, texts: 1, words: 1 }))
    expect(await run(target, `select from ${table}`)).toHaveLength(rows)
}, 200_000)
