import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningPgbouncer, startPgbouncer } from '../support/postgres/start-pgbouncer.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { type Database, freshDatabase, moveBetween, problems, replace, run } from './move-between.ts'

let server: RunningPostgres
let pooler: RunningPgbouncer
let source: Database
let destination: Database

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => server.stop())

beforeEach(async () => {
  source = await freshDatabase(server)
  destination = await freshDatabase(server)
  await run(
    source,
    ...['a', 'b', 'c'].flatMap((name) => [
      `CREATE TABLE ${name} (id int PRIMARY KEY, v text)`,
      `INSERT INTO ${name} SELECT n, 'v' || n FROM generate_series(1, 50) n`,
    ]),
  )
})

afterEach(() => pooler.stop())

const STREAMS = ['a', 'b', 'c'].map((name) => replace(`public.${name}`))

const through = (database: Database): Database => ({ ...database, host: pooler.host, port: pooler.port })

const refused = {
  problem: {
    code: 'POOLED_BY_TRANSACTION',
    hint: says(expect.stringContaining('pool_mode = session')),
    field: 'port',
    retryable: false,
  },
}

describe('a pooler before Postgres', () => {
  it('is fine in session mode', async () => {
    pooler = await startPgbouncer(server, { mode: 'session', sessions: 4 })
    expect(problems(await moveBetween(through(source), through(destination), STREAMS))).toEqual(
      STREAMS.map(() => undefined),
    )
    expect(await run(destination, 'SELECT count(*) AS rows FROM c')).toEqual([{ rows: '50' }])
  })

  it.each([1, 4])(
    'is refused in transaction mode, with %i sessions, and others keep their settings',
    async (sessions) => {
      pooler = await startPgbouncer(server, { mode: 'transaction', sessions })
      const other = new pg.Client(through(source))
      await other.connect()
      // PgBouncer itself hands on the name of a client.
      const settings = async () =>
        (await other.query(`SELECT name, setting FROM pg_settings WHERE name <> 'application_name' ORDER BY 1`)).rows
      const before = await settings()
      await expect(moveBetween(through(source), destination, STREAMS)).rejects.toMatchObject(refused)
      await expect(moveBetween(source, through(destination), STREAMS)).rejects.toMatchObject(refused)
      expect(await settings()).toEqual(before)
      await other.end()
    },
  )

  it('is refused in statement mode', async () => {
    pooler = await startPgbouncer(server, { mode: 'statement', sessions: 2 })
    await expect(moveBetween(through(source), destination, STREAMS)).rejects.toMatchObject(refused)
  })
})
