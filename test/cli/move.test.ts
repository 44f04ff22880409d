import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { NODE_PROCESS } from '../../src/bootstrap/process-flags.mjs'
import { runCommand } from '../../src/server/commands/run-command.ts'
import { type Database, freshDatabase, run } from '../engine/move-between.ts'
import { freshMysql } from '../engine/move-mysql.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'

describe('millrace move', { timeout: 60_000 }, () => {
  let postgres: RunningPostgres
  let mariadb: RunningMariadb
  let shop: Database
  let warehouse: Database
  let mart: MysqlDatabase

  beforeAll(async () => {
    ;[postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
  })
  afterAll(() => Promise.all([postgres?.stop(), mariadb?.stop()]))
  beforeEach(async () => {
    ;[shop, warehouse, mart] = await Promise.all([
      freshDatabase(postgres),
      freshDatabase(postgres),
      freshMysql(mariadb),
    ])
    await run(
      shop,
      `CREATE TABLE orders AS SELECT n AS id, 'note ' || n AS note FROM generate_series(1, 1200) n`,
      'ALTER TABLE orders ADD PRIMARY KEY (id)',
      'CREATE TABLE people (id int)',
    )
  })

  const addressOf = (
    scheme: string,
    { host, port, user, password, database }: Pick<Database, 'host' | 'port' | 'user' | 'password' | 'database'>,
  ) => `${scheme}://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`

  async function millrace(...typed: readonly string[]) {
    const printed: string[] = []
    const complained: string[] = []
    const print = (line: string) => void printed.push(line)
    const complain = (line: string) => void complained.push(line)
    return { code: await runCommand(['move', ...typed], { print, complain }), printed, complained }
  }

  it('moves a table from Postgres to MySQL, and says that both sides agree', async () => {
    const to = addressOf('mysql', mart)
    const { code, printed } = await millrace(addressOf('postgres', shop), to, '--table', 'orders')
    expect({ code, printed }).toEqual({
      code: 0,
      printed: [`public.orders → ${mart.database}.orders: succeeded, 1,200 rows, keys and count verified there`],
    })
    expect(await runMysql(mart, 'SELECT COUNT(*) AS n FROM orders')).toEqual([{ n: '1200' }])
  })

  it('moves every table, says before what would change, and ends with a code', async () => {
    const ends = [addressOf('postgresql', shop), addressOf('postgres', warehouse)]
    const dry = await millrace(...ends, '--dry-run', '--json')
    const created = dry.printed
      .map((line) => JSON.parse(line))
      .map(({ entity, difference }) => [entity, difference.created])
    expect(Object.fromEntries(created)).toEqual({ 'public.orders': 1_200, 'public.people': 0 })
    expect(await run(warehouse, `SELECT relname FROM pg_class WHERE relname = 'orders'`)).toEqual([])
    expect((await millrace(...ends)).code).toBe(0)
    expect(await run(warehouse, 'SELECT count(*) AS n FROM orders')).toEqual([{ n: '1200' }])
    await run(warehouse, 'CREATE VIEW blocked AS SELECT 1 AS x')
    await run(shop, 'CREATE TABLE blocked (x int)')
    expect((await millrace(...ends)).code).toBe(11)
  })

  it('says what did not come of the structure, before and after', async () => {
    await run(
      shop,
      `CREATE FUNCTION f(int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT $1'`,
      'ALTER TABLE people ADD CONSTRAINT known CHECK (f(id) > 0)',
    )
    const typed = [addressOf('postgres', shop), addressOf('postgres', warehouse), '--table', 'people', '--structure']
    for (const more of [['--dry-run'], []]) {
      const { code, printed } = await millrace(...typed, ...more)
      expect(code).toBe(0)
      expect(printed).toContainEqual(expect.stringMatching(/^public\.people: check known does not come: .+/))
    }
  })

  it('names what is wrong with an address, a table, a mode and a password, and never shows a password', async () => {
    const from = addressOf('postgres', shop)
    const to = addressOf('postgres', warehouse)
    const wrong = [
      [2, ['oracle://u:secret@h/d', to], /"oracle:\/\/…@h\/d" is no address of a database/],
      [2, ['postgres://u:secret@h', to], /names no database/],
      [2, [`${from}?sslmod=verify-full`, to], /no parameter "sslmod". Did you mean sslmode\?/],
      [2, [from, `${to}?sslmode=verify_full`], /"verify_full" is no sslmode. There are disable, .*verify-full/],
      [1, [from, to, '--table', 'nothing'], /has no table "nothing"/],
      [2, [from, to, '--mode', 'merge'], /There are replace, append, upsert/],
      [2, [from, to, '--mode', 'append'], /Name the tables with --table/],
      [1, [from.replace(/:[^:@]+@/, ':secret@'), to], /[Pp]assword/],
    ] as const
    for (const [expected, typed, said] of wrong) {
      const { code, complained } = await millrace(...typed)
      expect(code).toBe(expected)
      expect(complained[0]).toMatch(said)
      expect(complained[0]).not.toContain('secret')
    }
  })

  it('may be repeated after it was killed: every row is there once, and nothing is left', async () => {
    await run(shop, `CREATE VIEW slow AS SELECT id, note, pg_sleep(0.01)::text AS slept FROM orders`)
    const typed = ['move', addressOf('postgres', shop), addressOf('postgres', warehouse), '--table', 'slow']
    const program = join(import.meta.dirname, '..', '..', 'src', 'server', 'millrace.ts')
    const child = spawn(process.execPath, [...NODE_PROCESS.flags, program, ...typed], { stdio: 'ignore' })
    const staged = `SELECT relname FROM pg_class WHERE starts_with(relname, '_millrace_staging')`
    const started = () =>
      run(shop, `SELECT FROM pg_stat_activity WHERE application_name = 'millrace' AND query ~ 'slow'`)
    await expect.poll(async () => (await started()).length, { timeout: 30_000 }).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await run(shop, 'CREATE OR REPLACE VIEW slow AS SELECT id, note, id::text AS slept FROM orders')
    expect((await millrace(...typed.slice(1))).code).toBe(0)
    expect(await run(warehouse, 'SELECT count(*) AS n, count(DISTINCT id) AS ids FROM slow')).toEqual([
      { n: '1200', ids: '1200' },
    ])
    expect(await run(warehouse, staged)).toEqual([])
  })
})
