import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { says } from '../support/says.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { connectTo, type Database, moveBetween, nextFence, problems, run, statuses } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

beforeEach(async () => {
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, v text, changed_at timestamptz)',
    `INSERT INTO t SELECT n, 'new' || n, '2024-01-01'::timestamptz + n * interval '1 microsecond' FROM generate_series(1, 3) n`,
  )
})

const stream = (over: Partial<StreamRequest>): StreamRequest => ({
  entity: 'public.t',
  target: 'public.t',
  mode: 'append',
  ...over,
})

const values = async () =>
  (await run(destination, 'SELECT id, v FROM t ORDER BY id, v')).map(({ id, v }) => `${id}=${v}`)

const KEEPS_2_OUT = [
  `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN CASE WHEN NEW.id <> 2 THEN NEW END; END'`,
  'CREATE TRIGGER g BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION f()',
]

describe('append', () => {
  it('puts the rows after those that are there, and makes the table when there is none', async () => {
    await run(source, 'ALTER TABLE t DROP CONSTRAINT t_pkey')
    expect(statuses(await moveBetween(source, destination, [stream({})]))).toEqual(['succeeded'])
    expect(statuses(await moveBetween(source, destination, [stream({})]))).toEqual(['succeeded'])
    expect(await values()).toEqual(['1=new1', '1=new1', '2=new2', '2=new2', '3=new3', '3=new3'])
  })

  it('leaves columns alone that only the target has', async () => {
    await run(
      destination,
      `CREATE TABLE t (id int, v text, changed_at timestamptz, loaded_at timestamptz DEFAULT now())`,
    )
    expect(statuses(await moveBetween(source, destination, [stream({})]))).toEqual(['succeeded'])
    expect(await run(destination, 'SELECT count(loaded_at) FROM t')).toEqual([{ count: '3' }])
  })

  it('is not done twice when a run is taken up again after it had committed', async () => {
    const fence = nextFence()
    const cursor = { column: 'id' }
    await moveBetween(source, destination, [stream({ cursor })], { fence })
    const again = { ...fence, epoch: nextFence().epoch }
    const { streams } = await moveBetween(source, destination, [stream({ cursor })], { fence: again })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 3, window: { cursor: 'id', until: '3' } }])
    expect(await values()).toEqual(['1=new1', '2=new2', '3=new3'])
  })

  it('shows nothing of a run that fails', async () => {
    await run(destination, `CREATE TABLE t (id int, v text CHECK (v <> 'new3'), changed_at timestamptz)`)
    expect(problems(await moveBetween(source, destination, [stream({})]))).toMatchObject([{ code: 'CONSTRAINT' }])
    expect(await values()).toEqual([])
  })
})

describe('upsert', () => {
  const upsert = (over: Partial<StreamRequest> = {}) => stream({ mode: 'upsert', ...over })

  it.each([
    ['an empty table', []],
    ['a table with rows', [`INSERT INTO t VALUES (1, 'old')`]],
  ])('changes nothing when a trigger keeps a row out of %s', async (_, rows) => {
    await run(
      destination,
      'CREATE TABLE t (id int PRIMARY KEY, v text, changed_at timestamptz)',
      ...rows,
      ...KEEPS_2_OUT,
    )
    const before = await values()
    expect(problems(await moveBetween(source, destination, [upsert()]))).toMatchObject([{ code: 'ROW_COUNT_MISMATCH' }])
    expect(await values()).toEqual(before)
  })

  it('notices such a trigger where a row has nothing but its key', async () => {
    const keys = { entity: 'public.k', target: 'public.k' }
    await run(source, 'CREATE TABLE k (id int PRIMARY KEY)', 'INSERT INTO k VALUES (1), (2), (3)')
    await run(destination, 'CREATE TABLE k (id int PRIMARY KEY)', 'INSERT INTO k VALUES (1)')
    expect(statuses(await moveBetween(source, destination, [upsert(keys)]))).toEqual(['succeeded'])
    expect(statuses(await moveBetween(source, destination, [upsert(keys)]))).toEqual(['succeeded'])
    await run(destination, 'DELETE FROM k WHERE id > 1', ...KEEPS_2_OUT.map((sql) => sql.replace('ON t', 'ON k')))
    expect(problems(await moveBetween(source, destination, [upsert(keys)]))).toMatchObject([
      { code: 'ROW_COUNT_MISMATCH' },
    ])
  })

  it('replaces rows with the same key, adds the others and keeps those that did not come', async () => {
    await run(
      destination,
      'CREATE TABLE t (id int PRIMARY KEY, v text, changed_at timestamptz, note text)',
      `INSERT INTO t VALUES (2, 'old2', NULL, 'mine'), (9, 'old9', NULL, 'mine')`,
    )
    expect(statuses(await moveBetween(source, destination, [upsert()]))).toEqual(['succeeded'])
    expect(await values()).toEqual(['1=new1', '2=new2', '3=new3', '9=old9'])
    expect(await run(destination, 'SELECT note FROM t WHERE id = 2')).toEqual([{ note: 'mine' }])
  })

  it('makes the table with the key when there is none', async () => {
    expect(statuses(await moveBetween(source, destination, [upsert()]))).toEqual(['succeeded'])
    expect(statuses(await moveBetween(source, destination, [upsert()]))).toEqual(['succeeded'])
    expect(await values()).toEqual(['1=new1', '2=new2', '3=new3'])
  })

  it.each([
    ['a new table'],
    ['an empty table', 'CREATE TABLE t (id int PRIMARY KEY, v text, changed_at timestamptz)'],
    [
      'a table with rows',
      `CREATE TABLE t (id int PRIMARY KEY, v text, changed_at timestamptz); INSERT INTO t VALUES (1, 'old')`,
    ],
  ])('keeps the last of several rows with one key (%s)', async (_, ...create) => {
    await run(source, `ALTER TABLE t DROP CONSTRAINT t_pkey; INSERT INTO t VALUES (1, 'newer')`)
    await run(destination, ...create)
    expect(statuses(await moveBetween(source, destination, [upsert({ key: ['id'] })]))).toEqual(['succeeded'])
    expect(await values()).toEqual(['1=newer', '2=new2', '3=new3'])
  })

  it('replaces what somebody else adds to an empty table while its rows come', async () => {
    await run(destination, 'CREATE TABLE t (id int PRIMARY KEY, v text, changed_at timestamptz)')
    const other = await connectTo(destination)
    try {
      await other.query(`BEGIN; INSERT INTO t VALUES (2, 'theirs'), (9, 'theirs')`)
      // The server itself looks for who waits, so that it is over long before they would give up.
      const waitedFor = other.query(
        `DO 'BEGIN WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted) LOOP PERFORM pg_sleep(0.01); END LOOP; END'; COMMIT`,
      )
      expect(statuses(await moveBetween(source, destination, [upsert()]))).toEqual(['succeeded'])
      await waitedFor
    } finally {
      await other.end()
    }
    expect(await values()).toEqual(['1=new1', '2=new2', '3=new3', '9=theirs'])
  })

  it('says what is missing when rows cannot be told apart', async () => {
    await run(source, 'CREATE TABLE keyless (v text)', `CREATE TABLE nulls (id int); INSERT INTO nulls VALUES (NULL)`)
    await run(
      destination,
      'CREATE TABLE t (id int, v text, changed_at timestamptz)',
      'CREATE TABLE nulls (id int UNIQUE)',
    )
    const result = await moveBetween(source, destination, [
      upsert({ entity: 'public.keyless', target: 'public.keyless' }),
      upsert({ entity: 'public.nulls', target: 'public.nulls', key: ['id'] }),
      upsert(),
      upsert({ target: 'public.other', key: ['gone'] }),
    ])
    expect(problems(result)).toMatchObject([
      { code: 'KEY_REQUIRED' },
      { code: 'KEY_IS_NULL' },
      { code: 'KEY_NOT_UNIQUE' },
      { code: 'KEY_REQUIRED', message: says(expect.stringContaining('gone')) },
    ])
  })
})

describe('a cursor', () => {
  const since = (after?: string) =>
    stream({ mode: 'upsert', cursor: { column: 'changed_at', ...(after !== undefined && { after }) } })

  it('reads everything at first and says where the next run goes on, to the microsecond', async () => {
    const { streams } = await moveBetween(source, destination, [since()])
    expect(streams).toMatchObject([
      { rowsRead: 3, window: { cursor: 'changed_at', until: '2024-01-01 00:00:00.000003+00' } },
    ])
  })

  it('reads what is new, and once more what came in the ten minutes before', async () => {
    await run(source, `INSERT INTO t VALUES (4, 'new4', '2024-01-01 00:10:00.000003+00')`)
    await run(destination, 'CREATE TABLE t (id int PRIMARY KEY, v text, changed_at timestamptz)')
    const { streams } = await moveBetween(source, destination, [since('2024-01-01 00:10:00.000002+00')])
    expect(streams).toMatchObject([
      { rowsRead: 3, window: { from: '2024-01-01 00:00:00.000002+00', until: '2024-01-01 00:10:00.000003+00' } },
    ])
    expect(await values()).toEqual(['2=new2', '3=new3', '4=new4'])
  })

  it('starts from the beginning when the table is gone', async () => {
    const { streams } = await moveBetween(source, destination, [since('2024-01-01 00:00:00.000003+00')])
    expect(streams).toMatchObject([{ rowsRead: 3 }])
  })

  it('stays where it is when nothing is there', async () => {
    await moveBetween(source, destination, [since()])
    await run(source, 'DELETE FROM t')
    const { streams } = await moveBetween(source, destination, [since('2024-01-01 00:00:00.000003+00')])
    expect(streams).toMatchObject([{ rowsRead: 0, window: { until: '2024-01-01 00:00:00.000003+00' } }])
  })

  it('is refused where the old rows would go, where it is gone, and where it cannot grow', async () => {
    await run(source, 'CREATE TABLE flags (id int PRIMARY KEY, isset boolean)')
    const result = await moveBetween(source, destination, [
      stream({ mode: 'replace', target: 'public.a', cursor: { column: 'id' } }),
      stream({ target: 'public.b', cursor: { column: 'gone' } }),
      stream({ entity: 'public.flags', target: 'public.c', cursor: { column: 'isset' } }),
    ])
    expect(problems(result)).toMatchObject([
      { code: 'CURSOR_NEEDS_OLD_ROWS' },
      { code: 'SCHEMA_CHANGED' },
      { code: 'CURSOR_NOT_SUPPORTED' },
    ])
  })

  it('misses no row and brings none twice while others write', { timeout: 60_000 }, async () => {
    await run(source, 'TRUNCATE t')
    let isOver = false
    const writers = Array.from({ length: 3 }, async (_, writer) => {
      const client = await connectTo(source)
      for (let n = 0; !isOver || n === 0; n++) {
        // The time is taken before the commit, as applications do.
        await client.query('BEGIN')
        await client.query(`INSERT INTO t VALUES (${writer + 3 * n}, 'w', clock_timestamp())`)
        await client.query('COMMIT')
        await sleep(5)
      }
      await client.end()
    })
    let after: string | undefined
    for (let round = 0; round < 8; round++) {
      const { streams } = await moveBetween(source, destination, [since(after)])
      after = streams[0]?.window?.until
    }
    isOver = true
    await Promise.all(writers)
    await moveBetween(source, destination, [since(after)])
    const count = 'SELECT count(*), count(DISTINCT id) AS ids FROM t'
    const [there] = await run(source, count)
    expect(await run(destination, count)).toEqual([there])
  })
})
