import { beforeEach, describe, expect, it } from 'vitest'
import type { RejectKeeper } from '../../src/engine/move/run/move-request.ts'
import type { RejectedRow } from '../../src/engine/ports/rejected-row.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, freshDatabase, run } from './move-between.ts'
import { moveBothWays, whatDiffers } from './pushdown-ways.ts'

let server: RunningPostgres
let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ server, source, destination } = ends)
})

beforeEach(async () => {
  await run(
    source,
    'CREATE TABLE people (id int PRIMARY KEY, email text, note varchar(20), born date, total numeric(14,2))',
    `INSERT INTO people SELECT n, 'person' || n || '@example.com', repeat('é', n % 7), date '2000-01-01' + n, n / 4.0
     FROM generate_series(1, 1000) n`,
  )
})

const filter = (where: string): Step => ({ id: 'filter', type: 'filter', settings: { where } })
const rename = (column: string, to: string): Step => ({
  id: 'rename',
  type: 'rename',
  settings: { columns: [{ column, to }] },
})
const mask = (column: string, method: string): Step => ({
  id: 'mask',
  type: 'mask',
  settings: { columns: [{ column, method }] },
})
const select = (...columns: readonly string[]): Step => ({ id: 'select', type: 'select', settings: { columns } })

type Options = Partial<Parameters<typeof moveBothWays>[0]>

const bothWays = (steps: readonly Step[], options: Options = {}) =>
  moveBothWays({ source, destination, tables: ['people'], steps, ...options })

describe('steps that the source does itself', () => {
  it('go on from what the steps before made of the rows', async () => {
    const { pushed, results } = await bothWays([
      mask('email', 'partial'),
      rename('email', 'login'),
      filter(`login LIKE '%.com' AND NOT note = ''`),
      mask('login', 'hash'),
      select('total', 'login', 'id'),
      filter(`Login > 'a' AND total < 200.5`),
    ])
    expect(pushed).toEqual(['people'])
    expect(results.pushed).toEqual(results.through)
    expect(results.pushed).toMatchObject([{ status: 'succeeded', rowsRead: 1000 }])
    expect(await whatDiffers(destination, ['people'])).toEqual([])
  })

  it('read the window of an incremental stream by the cursor as it was before them', async () => {
    const stream = { mode: 'upsert', key: ['number'], cursor: { column: 'id' } } as const
    const steps = [filter('id % 10 <> 0'), mask('email', 'hash'), rename('id', 'number'), select('number', 'email')]
    expect((await bothWays(steps, { stream })).results.pushed).toMatchObject([
      { status: 'succeeded', rowsRead: 1000, rowsFiltered: 100, rowsWritten: 900, window: { until: '1000' } },
    ])
    await run(source, `UPDATE people SET email = 'new' WHERE id = 991`, `INSERT INTO people (id) VALUES (1001), (1002)`)
    const next = await bothWays(steps, { stream: { ...stream, cursor: { column: 'id', after: '990' } } })
    expect(next.pushed).toEqual(['people'])
    expect(next.results.pushed).toEqual(next.results.through)
    expect(await whatDiffers(destination, ['people'])).toEqual([])
  })

  it('take names and texts for what they are, whatever stands in them', async () => {
    const hostile = `x"; DROP TABLE people; -- \\ ' $$`
    const quoted = `"${hostile.replaceAll('"', '""')}"`
    const text = `'; DROP TABLE people; -- " \\'' $$ E`
    await run(
      source,
      `CREATE TABLE hostile (id int, ${quoted} text)`,
      `INSERT INTO hostile VALUES (1, $text$${text}$text$), (2, 'plain'), (3, NULL), (4, '\\')`,
    )
    const literal = `'${text.replaceAll("'", "''")}'`
    const steps = [filter(`${quoted} <> ${literal} OR ${quoted} IN (${literal}, '\\')`), rename(hostile, `${hostile}2`)]
    const { pushed, results } = await bothWays(steps, { tables: ['hostile'] })
    expect(pushed).toEqual(['hostile'])
    expect(results.pushed).toEqual(results.through)
    expect(results.pushed).toMatchObject([{ status: 'succeeded', rowsRead: 4, rowsWritten: 3 }])
    expect(await whatDiffers(destination, ['hostile'])).toEqual([])
    expect(await run(source, 'SELECT count(*) FROM people')).toEqual([{ count: '1000' }])
  })

  it('leave rows that the destination refuses to be rejected, with the same numbers', async () => {
    await run(source, 'INSERT INTO people (id) SELECT n FROM generate_series(40001, 40010) n')
    for (const schema of ['pushed', 'through'])
      await run(destination, `CREATE SCHEMA ${schema}`, `CREATE TABLE ${schema}.people (id smallint, note text)`)
    const kept: RejectedRow[] = []
    const rejects: RejectKeeper = {
      days: 14,
      begin: () => {},
      keep: (_, row) => kept.push(row) > 0,
      finalize: async () => {},
      countRejected: async () => 0,
    }
    const steps = [select('id', 'note'), filter('id % 2 = 1')]
    const { pushed, results } = await bothWays(steps, { rejects, stream: { mode: 'append', onInvalid: 'reject' } })
    expect(pushed).toEqual(['people'])
    expect(results.pushed).toEqual(results.through)
    expect(results.pushed).toMatchObject([
      { status: 'succeeded', rowsRead: 1010, rowsFiltered: 505, rowsRejected: 5, rowsWritten: 500 },
    ])
    expect(kept.slice(0, 5)).toEqual(kept.slice(5))
    expect(await whatDiffers(destination, ['people'])).toEqual([])
  })
})

describe('the engine does the steps', () => {
  it('where a value is beyond it, so that the row and the column are named', async () => {
    await run(source, `UPDATE people SET born = '0044-03-15 BC' WHERE id = 1`)
    const { pushed, results } = await bothWays([filter(`born > '2001-01-01'`)])
    expect(pushed).toEqual([])
    expect(results.pushed).toEqual(results.through)
    expect(results.pushed).toMatchObject([
      {
        status: 'failed',
        error: { code: 'VALUE_NOT_REPRESENTABLE', message: says(expect.stringContaining('column "born"')) },
      },
    ])
  })

  it('where the rows of a view could be others when they are counted', async () => {
    await run(source, 'CREATE VIEW seen AS SELECT * FROM people WHERE random() >= 0')
    const tables = ['seen']
    expect((await bothWays([filter('id > 1')], { tables })).pushed).toEqual([])
    expect((await bothWays([mask('email', 'hash')], { tables })).pushed).toEqual(['seen'])
    expect(await whatDiffers(destination, tables)).toEqual([])
  })

  it('where some of the rows are on a server that does not know our snapshot', async () => {
    await run(
      source,
      'CREATE EXTENSION postgres_fdw',
      `CREATE SERVER itself FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '${source.port}', dbname '${source.database}')`,
      `CREATE USER MAPPING FOR postgres SERVER itself OPTIONS (user 'postgres', password '${source.password}')`,
      'CREATE TABLE parts (id int, email text) PARTITION BY RANGE (id)',
      'CREATE TABLE here PARTITION OF parts FOR VALUES FROM (1) TO (10)',
      `CREATE FOREIGN TABLE there PARTITION OF parts FOR VALUES FROM (10) TO (10000) SERVER itself OPTIONS (table_name 'people')`,
      `INSERT INTO parts VALUES (1, 'here')`,
    )
    const { pushed, results } = await bothWays([filter('id % 2 = 1')], { tables: ['parts'] })
    expect(pushed).toEqual([])
    expect(results.pushed).toMatchObject([{ status: 'succeeded', rowsRead: 1001, rowsWritten: 501 }])
  })

  it('where texts are stored in another encoding', async () => {
    const latin = await freshDatabase(server, `ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'`)
    await run(latin, 'CREATE TABLE people (id int, email text)', `INSERT INTO people VALUES (1, 'grün')`)
    const { pushed, results } = await bothWays([mask('email', 'hash')], { source: latin })
    expect(pushed).toEqual([])
    expect(results.pushed).toMatchObject([{ status: 'succeeded', rowsWritten: 1 }])
  })
})

describe('the salt of hashes', () => {
  it('stands in no statement and in no log of the source, whatever that logs', async () => {
    const salt = 'a salt that nobody must read'
    const name = source.database
    await run(
      source,
      `ALTER DATABASE ${name} SET log_statement = 'all'`,
      `ALTER DATABASE ${name} SET log_min_duration_statement = 0`,
      `ALTER DATABASE ${name} SET log_parameter_max_length_on_error = -1`,
    )
    const { pushed } = await bothWays([mask('email', 'hash')], { salt })
    expect(pushed).toEqual(['people'])
    const [written] = await run(source, `SELECT pg_read_file(current_setting('data_directory') || '/../log') AS log`)
    const log = written?.['log'] ?? ''
    expect(log).toContain('pg_catalog.sha256')
    expect(log).toContain('fastpath function call: "set_config"')
    expect(log).not.toContain(salt)
    const sum = `SELECT bool_and(email = encode(sha256(convert_to('${salt}' || 'person' || id || '@example.com', 'UTF8')), 'hex')) AS same`
    expect(await run(destination, `${sum} FROM pushed.people`)).toEqual([{ same: 't' }])
  })
})
