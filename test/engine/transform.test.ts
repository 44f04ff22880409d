import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import {
  type Attempt,
  contextWith,
  type Database,
  freshDatabase,
  moveBetween,
  problems,
  replace,
  run,
} from './move-between.ts'

let server: RunningPostgres
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
    'CREATE TABLE customers (id int PRIMARY KEY, email text, country varchar(2))',
    `INSERT INTO customers VALUES (1, 'ada@example.com', 'GB'), (2, 'gr\\ace@example.com', 'US'), (3, NULL, 'US')`,
    'CREATE TABLE orders (id bigint PRIMARY KEY, customer_id int, total numeric(14,2), note text, at timestamptz)',
    `INSERT INTO orders SELECT n, n % 4, n * 1.25, CASE WHEN n = 2 THEN E'tab\\t and\\nline' END,
       '2024-01-01'::timestamptz + n * interval '1 microsecond' FROM generate_series(1, 5000) n`,
  )
})

let ids = 0
const step = (type: Step['type'], settings: Step['settings'], stream?: string): Step => ({
  id: `t${++ids}`,
  type,
  settings,
  ...(stream !== undefined && { stream }),
})

const ORDERS = replace('public.orders')

const through = (steps: readonly Step[], streams: readonly StreamRequest[] = [ORDERS], attempt: Attempt = {}) =>
  moveBetween(source, destination, streams, { transformations: { steps, salt: 'pepper' }, ...attempt })

it('a join finds no partner among the large numbers that are one floating-point number', async () => {
  await run(
    source,
    'CREATE TABLE big (id bigint PRIMARY KEY, n numeric(20,0))',
    'INSERT INTO big SELECT n, n FROM unnest(ARRAY[7, 16777217, 9007199254740992, 9007199254740993]::bigint[]) n',
    'CREATE TABLE doubles (d double precision, hit text)',
    `INSERT INTO doubles VALUES (7, 'seven'), (9007199254740992, 'large'), (1e300, 'huge'), ('NaN', 'none')`,
    'CREATE TABLE reals (r real, hit text)',
    `INSERT INTO reals VALUES (7, 'seven'), (16777216, 'real')`,
  )
  const joined = async (column: string, stream: string, other: string) => {
    const settings = { stream: `public.${stream}`, rows: 'all', on: [{ column, other }], columns: ['hit'] }
    const { streams } = await through([step('join', settings)], [replace('public.big')])
    expect(streams).toMatchObject([{ status: 'succeeded' }])
    return (await run(destination, 'SELECT hit FROM big ORDER BY id')).map(({ hit }) => hit)
  }
  expect(await joined('id', 'doubles', 'd')).toEqual(['seven', null, 'large', null])
  expect(await joined('n', 'doubles', 'd')).toEqual(['seven', null, 'large', null])
  expect(await joined('id', 'reals', 'r')).toEqual(['seven', null, null, null])
})

const columnTypes = async (table: string) =>
  Object.fromEntries(
    (
      await run(
        destination,
        `SELECT attname, format_type(atttypid, atttypmod) AS type FROM pg_attribute
         WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      )
    ).map(({ attname, type }) => [attname, type]),
  )

describe('rows through steps', () => {
  it('arrive filtered, renamed, masked and computed, with a table made for them', async () => {
    const { streams } = await through([
      step('filter', { where: 'total > 1250 OR id = 2' }),
      step('compute', { columns: [{ name: 'gross', expression: 'total * 1.19' }] }),
      step('rename', { columns: [{ column: 'at', to: 'placed_at' }] }),
      step('mask', { columns: [{ column: 'customer_id', method: 'hash' }] }),
    ])
    expect(streams).toMatchObject([
      { status: 'succeeded', rowsRead: 5000, rowsWritten: 4001, rowsFiltered: 999, rowsRejected: 0 },
    ])
    expect(await columnTypes('orders')).toEqual({
      id: 'bigint',
      customer_id: 'text',
      total: 'numeric(14,2)',
      note: 'text',
      placed_at: 'timestamp with time zone',
      gross: 'numeric(17,4)',
    })
    expect(await run(destination, 'SELECT id, total, note, gross, placed_at FROM orders ORDER BY id LIMIT 1')).toEqual([
      { id: '2', total: '2.50', note: 'tab\t and\nline', gross: '2.9750', placed_at: '2024-01-01 00:00:00.000002+00' },
    ])
    expect(await run(destination, 'SELECT count(DISTINCT customer_id) FROM orders')).toEqual([{ count: '4' }])
  })

  it('are joined with another table of the same moment, and the rows that were added are counted', async () => {
    await run(source, `INSERT INTO customers SELECT 10 + n, 'twin' || n, 'DE' FROM generate_series(1, 3) n`)
    const join = step('join', {
      stream: 'public.customers',
      rows: 'matching',
      on: [{ column: 'country', other: 'country' }],
      columns: [],
    })
    const { streams } = await through(
      [
        step('rename', {
          columns: [
            { column: 'id', to: 'first' },
            { column: 'email', to: 'e' },
          ],
        }),
        join,
      ],
      [replace('public.customers')],
    )
    // One GB, two US and three DE rows, each with each of its country.
    expect(streams).toMatchObject([
      { status: 'succeeded', rowsRead: 6, rowsWritten: 14, rowsAdded: 8, rowsFiltered: 0 },
    ])
  })

  it('are put together by groups and by SQL', async () => {
    const customers = replace('public.customers')
    const { streams } = await through(
      [
        step(
          'aggregate',
          { by: ['customer_id'], measures: [{ function: 'sum', column: 'total', name: 'total' }] },
          'public.orders',
        ),
        step(
          'sql',
          { query: 'SELECT country, count(*) AS people FROM input GROUP BY country -- all' },
          'public.customers',
        ),
      ],
      [ORDERS, customers],
    )
    expect(streams).toMatchObject([
      { status: 'succeeded', rowsRead: 5000, rowsWritten: 4, rowsFiltered: 4996 },
      { status: 'succeeded', rowsRead: 3, rowsWritten: 2, rowsFiltered: 1 },
    ])
    expect(await run(destination, 'SELECT sum(total) FROM orders')).toEqual([{ sum: '15628125.00' }])
    expect(await run(destination, 'SELECT country, people FROM customers ORDER BY 1')).toEqual([
      { country: 'GB', people: '1' },
      { country: 'US', people: '2' },
    ])
  })

  it('of an incremental stream are those that are new', async () => {
    const cursor = { column: 'id' }
    const stream: StreamRequest = { ...ORDERS, mode: 'upsert', cursor }
    const filter = step('filter', { where: 'id % 2 = 0' })
    expect((await through([filter], [stream])).streams).toMatchObject([{ rowsRead: 5000, rowsWritten: 2500 }])
    await run(source, 'INSERT INTO orders SELECT n FROM generate_series(20001, 20010) n')
    const next = { ...stream, cursor: { ...cursor, after: '30000' } }
    expect((await through([filter], [next])).streams).toMatchObject([{ rowsRead: 10, rowsWritten: 5 }])
    expect(await run(destination, 'SELECT count(*) FROM orders')).toEqual([{ count: '2505' }])
  })
})

describe('a limit', () => {
  it('ends the reading, and the counts are those of what was read', async () => {
    const limit = step('limit', { rows: 7 })
    const first = (await through([step('compute', { columns: [{ name: 'n', expression: 'id' }] }), limit])).streams
    expect(first).toMatchObject([{ status: 'succeeded', rowsRead: 7, rowsWritten: 7, rowsFiltered: 0 }])
    await run(source, 'INSERT INTO orders (id, note) SELECT n, repeat($$x$$, 200) FROM generate_series(5001, 100000) n')
    const [late] = (
      await through([step('filter', { where: 'abs(id) % 100 = 0' }), limit], [{ ...ORDERS, target: 'public.late' }])
    ).streams
    expect(late).toMatchObject({ status: 'succeeded', rowsWritten: 7, rowsFiltered: (late?.rowsRead ?? 0) - 7 })
    expect(late?.rowsRead).toBeLessThan(100_000)
    expect(await run(destination, 'SELECT max(id) FROM late')).toEqual([{ max: '700' }])
  })
})

describe('a step for a table that is not moved', () => {
  it('changes nothing, and the run says so', async () => {
    const messages: string[] = []
    const limit = step('limit', { rows: 1 }, 'public.customers')
    const { streams } = await through([limit], [ORDERS], {
      onEvent: (event) => void (event.kind === 'log' && messages.push(inEnglish(event.message))),
    })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 5000 }])
    expect(messages).toContain('Step 1 (limit) is for public.customers, which this flow does not move.')
  })
})

describe('a step that cannot work', () => {
  it('is named before any row is read, with the column that was probably meant', async () => {
    const wrong = step('filter', { where: 'totl > 0' })
    const result = await through([step('mask', { columns: [{ column: 'note', method: 'redact' }] }), wrong])
    expect(result.streams).toMatchObject([{ status: 'failed', rowsRead: 0 }])
    expect(problems(result)).toMatchObject([
      {
        code: 'COLUMN_NOT_FOUND',
        message: says('public.orders, step 2 (filter): There is no column "totl" here: did you mean "total"?'),
        node: wrong.id,
        field: 'settings.where',
      },
    ])
    expect(await run(destination, "SELECT to_regclass('orders') AS made")).toEqual([{ made: null }])
  })

  it('in the middle of the rows leaves the target as it was', async () => {
    await run(destination, 'CREATE TABLE orders (id bigint, note text)', "INSERT INTO orders VALUES (7, 'old')")
    const cast = step('cast', { columns: [{ column: 'note', type: 'integer' }] })
    const result = await through([
      cast,
      step('cast', { columns: [{ column: 'note', type: 'text' }] }),
      step('select', { columns: ['id', 'note'] }),
    ])
    expect(problems(result)).toMatchObject([
      {
        code: 'VALUE_NOT_REPRESENTABLE',
        message: says(expect.stringContaining('row 2, column "note"')),
        node: cast.id,
      },
    ])
    expect(await run(destination, 'SELECT * FROM orders')).toEqual([{ id: '7', note: 'old' }])
  })

  it('ends when the run is cancelled, however long it would take, and leaves nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-cancel-'))
    vi.stubEnv('TMPDIR', folder)
    expect(tmpdir()).toBe(folder)
    onTestFinished(async () => {
      vi.unstubAllEnvs()
      await rm(folder, { recursive: true })
    })
    const cancel = new AbortController()
    const endless = step('sql', {
      query: 'WITH RECURSIVE n AS (SELECT 1 AS v UNION ALL SELECT v + 1 FROM n) SELECT count(*) AS c FROM n',
    })
    const { streams } = await through([endless], [ORDERS], {
      context: contextWith(cancel.signal),
      onEvent: (event) => {
        if (event.kind === 'progress' && event.stream.rowsRead === 5000) cancel.abort()
      },
    })
    expect(streams).toMatchObject([{ status: 'cancelled', rowsWritten: 0 }])
    expect(await readdir(folder)).toEqual([])
  })
})
