import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { RejectingStream } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { RejectedRow } from '../../src/engine/ports/rejected-row.ts'
import { isMysql, keepsChecks } from '../support/mariadb/mysql-server.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { endpointOf, freshDatabase, moveBetween, run } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb

beforeAll(async () => {
  ;[postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
})

afterAll(() => Promise.all([postgres?.stop(), mariadb?.stop()]))

/** Keeps in memory what a run rejects. */
const keeper = () => {
  const begun: RejectingStream[] = []
  const rows: RejectedRow[] = []
  const begin = (stream: RejectingStream) => void begun.push(stream)
  const keep = (_: string, row: RejectedRow) => rows.push(row) <= 2
  return { begun, rows, rejects: { days: 14, begin, keep, finalize: async () => {}, countRejected: async () => 0 } }
}

it('what MySQL cannot hold is rejected with its rule, the rest arrives, and the count is exact beyond what is kept', async () => {
  const from = await freshDatabase(postgres)
  const to = await freshMysql(mariadb)
  await run(
    from,
    'CREATE TABLE t (id int, day date, amount numeric, note text)',
    `INSERT INTO t VALUES (1, '2024-02-29', 1.5, 'ok'), (2, 'infinity', 1, 'x'), (3, '2024-01-01', 'NaN', 'x'), (NULL, NULL, 1, 'x'),
       (5, '2024-01-01', 123456, 'x'), (6, NULL, NULL, '123456'), (7, '10000-01-01', 1, E'tab\\tand\\nline')`,
  )
  await runMysql(to, 'CREATE TABLE t (id int NOT NULL, day date, amount decimal(5,2), note varchar(5))')
  const { rows, rejects } = keeper()
  const stream = { entity: 'public.t', target: `${to.database}.t`, mode: 'replace', onInvalid: 'reject' } as const
  const ends = [endpointOf(from), mysqlEndpoint(to), [stream]] as const
  const tried = await moveAcross(...ends, { rejects: keeper().rejects, dry: true })
  expect(tried.streams[0]?.notes?.map(inEnglish).at(-1)).toBe(
    '6 rows would be rejected; 2 of them are kept for 14 days.',
  )
  const { streams } = await moveAcross(...ends, { rejects })
  expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 7, rowsWritten: 1, rowsRejected: 6 }])
  expect(streams[0]?.notes?.map(inEnglish).at(-1)).toBe('6 rows were rejected; 2 of them are kept for 14 days.')
  expect(rows.map(({ row, column, rule }) => `${row} ${column} ${inEnglish(rule)}`)).toEqual([
    '2 day does not accept infinity or a year before 1',
    '3 amount does not accept NaN',
    '4 id must have a value',
    '5 amount accepts 3 digits before the point and 2 after it',
    '6 note accepts at most 5 characters',
    '7 day accepts years from 1000 to 9999',
  ])
  expect(rows.at(-1)?.fields).toEqual(['7', '10000-01-01', '1', 'tab\tand\nline'])
  expect(await runMysql(to, 'SELECT note FROM t')).toEqual([{ note: 'ok' }])
})

it('what Postgres cannot hold of another system is rejected, and between equal tables nothing has to be', async () => {
  const from = await freshMysql(mariadb)
  const to = await freshDatabase(postgres)
  await runMysql(
    from,
    'CREATE TABLE t (id int unsigned, note varchar(20))',
    `INSERT INTO t VALUES (1, 'ok'), (4294967295, 'x'), (3, CONCAT('nul', CHAR(0)))`,
  )
  await run(to, 'CREATE TABLE t (id int, note text)')
  const { rows, rejects } = keeper()
  const stream = { entity: `${from.database}.t`, target: 'public.t', mode: 'append', onInvalid: 'reject' } as const
  const { streams } = await moveAcross(mysqlEndpoint(from), endpointOf(to), [stream], { rejects })
  expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 1, rowsRejected: 2 }])
  expect(rows.map(({ column, rule }) => `${column} ${inEnglish(rule)}`)).toEqual([
    'id accepts whole numbers from -2147483648 to 2147483647',
    'note does not accept the character NUL',
  ])

  const twin = await freshDatabase(postgres)
  const equal = await moveAcross(
    endpointOf(to),
    endpointOf(twin),
    [{ entity: 'public.t', target: 'public.t', mode: 'replace', onInvalid: 'reject' }],
    { rejects },
  )
  expect(equal.streams).toMatchObject([{ rowsWritten: 1, rowsRejected: 0 }])
  expect(equal.streams[0]?.notes).toContainEqual(says(expect.stringContaining('every value fits')))
})

describe('a rejected row comes with the row before the steps', () => {
  const STEPS = {
    'when the source runs the steps': [
      { id: 'some', type: 'filter', settings: { where: 'id < 4' } },
      { id: 'chosen', type: 'select', settings: { columns: ['id', 'amount'] } },
    ],
    'when the engine runs them row by row': [
      { id: 'some', type: 'filter', settings: { where: 'abs(id) < 4' } },
      { id: 'chosen', type: 'select', settings: { columns: ['id', 'amount'] } },
      { id: 'more', type: 'compute', settings: { columns: [{ name: 'amount', expression: 'amount * 10' }] } },
    ],
    'when the engine needs all rows for them': [
      { id: 'sorted', type: 'sort', settings: { by: [{ column: 'note', direction: 'descending' }] } },
      { id: 'some', type: 'filter', settings: { where: 'abs(id) < 4' } },
      { id: 'chosen', type: 'select', settings: { columns: ['id', 'amount'] } },
    ],
  } as const

  it.each(Object.entries(STEPS))('%s', async (_, steps) => {
    const from = await freshDatabase(postgres)
    const to = await freshDatabase(postgres)
    await run(
      from,
      'CREATE TABLE t (id int, note text, amount numeric(9,3))',
      `INSERT INTO t VALUES (1, 'a', 1.5), (2, E'tab\\tand\\nline', 100000.5), (3, NULL, 2.5), (4, 'd', 99999)`,
    )
    await run(to, 'CREATE TABLE t (id int, amount numeric(6,1))')
    const { rows, begun, rejects } = keeper()
    const { streams } = await moveBetween(
      from,
      to,
      [{ entity: 'public.t', target: 'public.t', mode: 'replace', onInvalid: 'reject' }],
      { rejects, transformations: { steps: [...steps], salt: 'salt' } },
    )
    expect(streams).toMatchObject([
      { status: 'succeeded', rowsRead: 4, rowsFiltered: 1, rowsRejected: 1, rowsWritten: 2 },
    ])
    expect(begun[0]?.source?.map(({ name }) => name)).toEqual(['id', 'note', 'amount'])
    expect(rows.map(({ source }) => source)).toEqual([['2', 'tab\tand\nline', '100000.500']])
    expect(rows[0]).toMatchObject({ column: 'amount', mends: [{ kind: 'empty' }] })
  })

  it('and not where steps combine rows', async () => {
    const [from, to] = [await freshDatabase(postgres), await freshDatabase(postgres)]
    await run(from, 'CREATE TABLE t (id int, amount int)', 'INSERT INTO t VALUES (1, 30000), (1, 30000), (2, 5)')
    await run(to, 'CREATE TABLE t (id int, total smallint)')
    const { rows, begun, rejects } = keeper()
    const measures = [{ name: 'total', function: 'sum', column: 'amount' }]
    const steps = [{ id: 'sum', type: 'aggregate', settings: { by: ['id'], measures } }] as const
    await moveBetween(from, to, [{ entity: 'public.t', target: 'public.t', mode: 'replace', onInvalid: 'reject' }], {
      rejects,
      transformations: { steps, salt: 'salt' },
    })
    expect(begun[0]?.source).toBe(undefined)
    expect(rows).toMatchObject([{ fields: ['1', '60000'] }])
    expect(rows[0]).not.toHaveProperty('source')
  })
})

it('values that the target refuses are changed as asked, each column once, and no other value', async () => {
  const from = await freshMysql(mariadb)
  const to = await freshDatabase(postgres)
  await runMysql(
    from,
    'CREATE TABLE t (id int, amount decimal(10,4), note varchar(20), qty bigint)',
    `INSERT INTO t VALUES (1, 1.005, 'short', 1), (2, 99999.9999, 'a long text', 2), (3, 2.5, 'x', 3000000000)`,
  )
  await run(to, 'CREATE TABLE t (id int, amount numeric(5,2), note varchar(6), qty int)')
  const { rows, rejects } = keeper()
  const stream = { entity: `${from.database}.t`, target: 'public.t', mode: 'append', onInvalid: 'reject' } as const
  const plain = await moveAcross(mysqlEndpoint(from), endpointOf(to), [stream], { rejects })
  expect(plain.streams).toMatchObject([{ rowsWritten: 0, rowsRejected: 3 }])
  expect(rows.map(({ column, mends, widerType }) => ({ column, mends, widerType }))).toEqual([
    { column: 'amount', mends: [{ kind: 'round', digits: 2 }, { kind: 'empty' }], widerType: 'numeric(10,4)' },
    { column: 'amount', mends: [{ kind: 'empty' }], widerType: 'numeric(10,4)' },
    { column: 'qty', mends: [{ kind: 'empty' }], widerType: 'bigint' },
  ])

  const mends = [
    { column: 'amount', mend: { kind: 'round', digits: 2 } },
    { column: 'note', mend: { kind: 'cut', characters: 6 } },
  ] as const
  const again = await moveAcross(
    mysqlEndpoint(from),
    endpointOf(to),
    [{ ...stream, mends, change: { kind: 'widen', columns: ['qty'] } }],
    {
      rejects,
    },
  )
  expect(again.streams).toMatchObject([{ rowsWritten: 2, rowsRejected: 1 }])
  expect(await run(to, 'SELECT * FROM t ORDER BY id')).toEqual([
    { id: '1', amount: '1.01', note: 'short', qty: '1' },
    { id: '3', amount: '2.50', note: 'x', qty: '3000000000' },
  ])
})

describe('rows that break a constraint of the table are rejected, and the rest arrives', () => {
  const rejected = async (target: string, stream: Pick<StreamRequest, 'mode' | 'key' | 'checks' | 'verify'>) => {
    const from = await freshDatabase(postgres)
    const to = await freshDatabase(postgres)
    await run(
      from,
      'CREATE TABLE t (id int, email text, qty int, boss int)',
      `INSERT INTO t VALUES (1, 'a', 1, NULL), (2, 'b', -5, 1), (3, 'A', 3, 1), (4, 'c', 4, 77), (5, 'd', 5, 4), (6, NULL, 6, 1)`,
    )
    await run(to, ...target.split(';'))
    const { rows, rejects } = keeper()
    const { streams } = await moveBetween(
      from,
      to,
      [{ entity: 'public.t', target: 'public.t', onInvalid: 'reject', ...stream }],
      { rejects },
    )
    return {
      stream: streams[0],
      rows: rows.map(({ row, column, rule }) => `${row} ${column} ${inEnglish(rule)}`),
      there: (await run(to, 'SELECT id FROM t ORDER BY id')).map(({ id }) => Number(id)),
    }
  }
  const TABLE = `CREATE TABLE t (id int, email text NOT NULL, qty int CONSTRAINT some_qty CHECK (qty > 0), boss int); CREATE UNIQUE INDEX one ON t (lower(email))`

  it('checks, unique indexes over expressions, and columns that must have a value; between equal tables too', async () => {
    const { stream, rows, there } = await rejected(TABLE, { mode: 'replace' })
    expect(stream).toMatchObject({ status: 'succeeded', rowsRead: 6, rowsWritten: 3, rowsRejected: 3 })
    expect(stream?.notes?.map(inEnglish).join()).not.toContain('Rows are not checked')
    expect(rows).toEqual([
      '6 email must have a value',
      '2 qty does not pass the check "some_qty": (qty > 0)',
      '3 email must be unique (one): an earlier row has the same value',
    ])
    expect(there).toEqual([1, 4, 5])
  })

  it('references, and then the rows that refer to rows that are gone; also if they are checked only at the end', async () => {
    const table = `CREATE TABLE t (id int PRIMARY KEY, email text, qty int, boss int REFERENCES t DEFERRABLE INITIALLY DEFERRED)`
    const { rows, there } = await rejected(table, { mode: 'replace' })
    expect(rows).toEqual(['4 boss must exist in public.t', '5 boss must exist in public.t'])
    expect(there).toEqual([1, 2, 3, 6])
  })

  it('rows that the table has already, which stay', async () => {
    const filled = `${TABLE}; INSERT INTO t VALUES (90, 'C', 1, NULL)`
    const { rows, there } = await rejected(filled, { mode: 'append' })
    expect(rows).toHaveLength(4)
    expect(rows).toContain('4 email must be unique (one): an earlier row has the same value')
    expect(there).toEqual([1, 5, 90])
  })

  it.each([
    ['replaced', { mode: 'replace' }, TABLE, 3],
    ['added', { mode: 'append' }, `${TABLE}; INSERT INTO t VALUES (90, 'C', 1, NULL)`, 2],
  ] as const)('and where rows are %s, the receipt counts those that are in place', async (_, stream, table, rows) => {
    const { stream: result } = await rejected(table, stream)
    expect(result).toMatchObject({ rowsWritten: rows, check: { state: 'counted', rows } })
    expect(result?.check).not.toHaveProperty('digest')
  })

  it('and no sum is a proof of rows that were taken out', async () => {
    const table = `CREATE TABLE t (id int PRIMARY KEY, email text, qty int CHECK (qty > 0), boss int)`
    const { stream } = await rejected(table, { mode: 'replace', key: ['id'], verify: 'values' })
    expect(stream).toMatchObject({ rowsWritten: 5, check: { state: 'counted', rows: 5, reason: 'rejected' } })
  })

  it('and the checks of the stream are about the rest', async () => {
    const checks = [{ id: 'n', type: 'row_count', severity: 'warn', rows: 5, percent: 10 }] as const
    const { stream } = await rejected(TABLE, { mode: 'replace', checks })
    expect(stream?.dataChecks?.map(({ state }) => state)).toEqual(['warned'])
  })

  it('other keys than the one by which rows are updated', async () => {
    const filled = `CREATE TABLE t (id int PRIMARY KEY, email text UNIQUE, qty int, boss int); INSERT INTO t VALUES (1, 'd', 1, 0), (9, 'c', 1, 0)`
    const { rows, there } = await rejected(filled, { mode: 'upsert', key: ['id'] })
    expect(rows).toEqual(['4 email must be unique (t_email_key): an earlier row has the same value'])
    expect(there).toEqual([1, 2, 3, 5, 6, 9])
  })
})

describe('rows that break a constraint of a MySQL table are rejected, and the rest arrives', () => {
  const rejected = async (target: string, stream: Pick<StreamRequest, 'mode' | 'key' | 'checks' | 'verify'>) => {
    const from = await freshMysql(mariadb)
    const to = await freshMysql(mariadb)
    await runMysql(from, 'CREATE TABLE t (id int, email varchar(20), qty int, boss int, day date)')
    await runMysql(
      from,
      `INSERT INTO t VALUES (1, 'a', 1, NULL, '2024-02-29'), (2, 'b', -5, 1, NULL), (3, 'A', 3, 1, NULL), (4, 'c', 4, 77, NULL), (5, 'd', 5, 4, NULL), (6, NULL, 6, 1, NULL)`,
    )
    for (const statement of target.split(';')) await runMysql(to, statement)
    const { rows, rejects } = keeper()
    const { streams } = await moveAcross(
      mysqlEndpoint(from),
      mysqlEndpoint(to),
      [{ entity: `${from.database}.t`, target: `${to.database}.t`, onInvalid: 'reject', ...stream }],
      { rejects },
    )
    return {
      stream: streams[0],
      rows: rows.map(({ row, column, rule }) => `${row} ${column} ${inEnglish(rule).replace(to.database, 'db')}`),
      fields: rows.map(({ fields }) => fields),
      there: (await runMysql(to, 'SELECT id FROM t ORDER BY id')).map(({ id }) => Number(id)),
    }
  }
  const COLUMNS = 'id int, email varchar(20) NOT NULL, qty int, boss int, day date'
  const TABLE = `CREATE TABLE t (${COLUMNS}, CONSTRAINT some_qty CHECK (qty > 0), UNIQUE KEY one (email))`

  it('checks, unique indexes, and columns that must have a value; between equal tables too', async () => {
    const { stream, rows, fields, there } = await rejected(TABLE, { mode: 'replace' })
    const outcome = keepsChecks ? { rowsWritten: 3, rowsRejected: 3 } : { rowsWritten: 4, rowsRejected: 2 }
    expect(stream).toMatchObject({ status: 'succeeded', rowsRead: 6, ...outcome })
    expect(rows).toEqual([
      '6 email must have a value',
      ...(keepsChecks ? [`2 qty does not pass the check "some_qty": ${isMysql ? '(`qty` > 0)' : '`qty` > 0'}`] : []),
      '3 email must be unique (one): an earlier row has the same value',
    ])
    if (keepsChecks) expect(fields[1]).toEqual(['2', 'b', '-5', '1', null])
    expect(there).toEqual(keepsChecks ? [1, 4, 5] : [1, 2, 4, 5])
  })

  it('numbers and texts that are too large for narrower columns', async () => {
    const from = await freshMysql(mariadb)
    const to = await freshMysql(mariadb)
    await runMysql(
      from,
      'CREATE TABLE t (id int PRIMARY KEY, q smallint, w varchar(9), f double)',
      `INSERT INTO t VALUES (1, 200, 'a', 0.1), (2, -1, 'ok', 1), (3, 7, 'too long', -2)`,
    )
    await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, q tinyint unsigned, w varchar(5), f double)')
    const { rows, rejects } = keeper()
    const stream = {
      entity: `${from.database}.t`,
      target: `${to.database}.t`,
      mode: 'replace',
      onInvalid: 'reject',
    } as const
    const { streams } = await moveAcross(mysqlEndpoint(from), mysqlEndpoint(to), [stream], { rejects })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 1, rowsRejected: 2 }])
    expect(rows.map(({ row, column }) => `${row} ${column}`)).toEqual(['2 q', '3 w'])
    expect(await runMysql(to, 'SELECT q, w, f FROM t')).toEqual([{ q: '200', w: 'a', f: '0.1' }])
  })

  it('references, and then the rows that refer to rows that are gone', async () => {
    const table = `CREATE TABLE t (id int PRIMARY KEY, email varchar(20), qty int, boss int, day date, FOREIGN KEY (boss) REFERENCES t (id))`
    const { rows, there } = await rejected(table, { mode: 'append' })
    expect(rows).toEqual(['4 boss must exist in db.t', '5 boss must exist in db.t'])
    expect(there).toEqual([1, 2, 3, 6])
  })

  it('rows that the table has already, which stay', async () => {
    const filled = `${TABLE}; INSERT INTO t VALUES (90, 'C', 1, NULL, NULL)`
    const { rows, there } = await rejected(filled, { mode: 'append' })
    expect(rows).toHaveLength(keepsChecks ? 4 : 3)
    expect(rows).toContain('4 email must be unique (one): an earlier row has the same value')
    expect(there).toEqual(keepsChecks ? [1, 5, 90] : [1, 2, 5, 90])
  })

  it('and the receipt counts those that are in place', async () => {
    const rows = keepsChecks ? 3 : 4
    const { stream, there } = await rejected(TABLE, { mode: 'replace' })
    expect(there).toHaveLength(rows)
    expect(stream).toMatchObject({ rowsWritten: rows, check: { state: 'counted', rows } })
  })

  it('checks of rows that are updated', async () => {
    const filled = `CREATE TABLE t (id int PRIMARY KEY, email varchar(20), qty int CHECK (qty > 0), boss int, day date); INSERT INTO t VALUES (1, 'old', 9, 0, NULL), (2, 'old', 9, 0, NULL)`
    const { rows, there } = await rejected(filled, { mode: 'upsert', key: ['id'] })
    // MySQL names a check after its table, MariaDB after its column.
    const rule = isMysql ? '"t_chk_1": (`qty` > 0)' : '"qty": `qty` > 0'
    expect(rows).toEqual(keepsChecks ? [`2 qty does not pass the check ${rule}`] : [])
    expect(there).toEqual([1, 2, 3, 4, 5, 6])
  })
})

it('rows that the account cannot look for fail the run with what the server refused', async () => {
  const from = await freshDatabase(postgres)
  const to = await freshDatabase(postgres)
  await run(from, 'CREATE TABLE t (id int, boss int)', 'INSERT INTO t VALUES (1, 77)')
  const writer = `writer_${to.database}`
  await run(
    to,
    'CREATE TABLE hidden (id int PRIMARY KEY)',
    'CREATE TABLE t (id int, boss int REFERENCES hidden)',
    `CREATE ROLE ${writer} LOGIN PASSWORD 'w'`,
    `GRANT ALL ON SCHEMA public TO ${writer}`,
    `GRANT ALL ON t TO ${writer}`,
  )
  const { streams } = await moveBetween(
    from,
    endpointOf(to, { user: writer, password: 'w' }),
    [{ entity: 'public.t', target: 'public.t', mode: 'append', onInvalid: 'reject' }],
    { rejects: keeper().rejects },
  )
  expect(streams).toMatchObject([{ status: 'failed', error: { code: 'CONSTRAINT' } }])
})

it('a row that is larger than a page of Postgres is rejected, and the others arrive', async () => {
  const [from, to] = [await freshDatabase(postgres), await freshDatabase(postgres)]
  const named = (type: string) => Array.from({ length: 1_100 }, (_, at) => `c${at} ${type}`).join(', ')
  await run(from, `CREATE TABLE t (${named('int')})`, 'INSERT INTO t (c0) VALUES (1), (3)')
  await run(from, `INSERT INTO t VALUES (${Array(1_100).fill(2).join(', ')})`)
  await run(to, `CREATE TABLE t (${named('bigint')})`)
  const { rows, rejects } = keeper()
  const stream = { entity: 'public.t', mode: 'replace', onInvalid: 'reject' } as const
  const { streams } = await moveBetween(from, to, [stream], { rejects })
  expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 3, rowsWritten: 2, rowsRejected: 1 }])
  expect(rows.map(({ rule }) => inEnglish(rule))).toEqual([
    'is in a row of at least 8,824 bytes; Postgres keeps each row in one page, which has room for 8,160',
  ])
  expect(await run(to, 'SELECT c0 FROM t ORDER BY c0')).toEqual([{ c0: '1' }, { c0: '3' }])
})
