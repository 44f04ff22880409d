import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import type { DryRunRows } from '../../src/engine/ports/dry-run.ts'
import { isMysql, isOlderMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Attempt, type Database, endpointOf, nextFence, run } from './move-between.ts'
import { bookkeepingTables, moveAcross, mysqlEndpoint } from './move-mysql.ts'

/** One end of a flow, in either system. */
interface End {
  readonly endpoint: Endpoint
  readonly table: string
  sql(...statements: readonly string[]): Promise<readonly Readonly<Record<string, string | null>>[]>
}

let ends: {
  readonly source: Database
  readonly destination: Database
  readonly from: MysqlDatabase
  readonly to: MysqlDatabase
}

givenBothSystems((given) => {
  ends = given
})

const postgres = (database: Database): End => ({
  endpoint: endpointOf(database),
  table: 'public.t',
  sql: (...statements) => run(database, ...statements),
})

const mysql = (database: MysqlDatabase): End => ({
  endpoint: mysqlEndpoint(database),
  table: `${database.database}.t`,
  sql: async (...statements) => {
    let rows: readonly Readonly<Record<string, string | null>>[] = []
    for (const statement of statements) rows = await runMysql(database, statement)
    return rows
  },
})

const WAYS = [
  ['Postgres to Postgres', () => [postgres(ends.source), postgres(ends.destination)] as const],
  ['MySQL to MySQL', () => [mysql(ends.from), mysql(ends.to)] as const],
  ['MySQL to Postgres', () => [mysql(ends.from), postgres(ends.destination)] as const],
  ['Postgres to MySQL', () => [postgres(ends.source), mysql(ends.to)] as const],
] as const

/** Spaces at the end count. */
const NO_PADDING = isOlderMysql(8) ? 'utf8mb4_bin' : isMysql ? 'utf8mb4_0900_bin' : 'utf8mb4_nopad_bin'

const REMOVE = { limit: 100 }
const MARK = { limit: 100, column: 'deleted_at' }

const moved = ([source, destination]: readonly [End, End], stream: Partial<StreamRequest>, attempt: Attempt = {}) =>
  moveAcross(
    source.endpoint,
    destination.endpoint,
    [{ entity: source.table, target: destination.table, mode: 'upsert', ...stream }],
    attempt,
  ).then(({ streams }) => streams[0])

const idsOf = async ({ sql }: End, where = 'TRUE') =>
  (await sql(`SELECT id FROM t WHERE ${where} ORDER BY id`)).map(({ id }) => Number(id))

/** The last position of an incremental stream: only the last rows come. */
const readUpTo = (highWaterMark: string): Attempt => ({
  stateOf: () => ({ cursor: { column: 'changed', highWaterMark } }),
})

/** A table of so many rows in both ends, whose `changed` is far from the last one, and its copy. */
async function given(
  [source, destination]: readonly [End, End],
  ids: readonly number[],
  stream: Partial<StreamRequest> = {},
) {
  await source.sql('CREATE TABLE t (id int PRIMARY KEY, changed bigint, v varchar(20))')
  await source.sql(`INSERT INTO t VALUES ${ids.map((id) => `(${id}, ${id * 100_000}, 'v${id}')`).join(', ')}`)
  expect(await moved([source, destination], stream)).toMatchObject({ status: 'succeeded' })
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe.each(WAYS)('rows that are gone at the source, %s', (_, open) => {
  it('stay, are removed or are marked with the time of the run', async () => {
    const [source, destination] = open()
    await given([source, destination], numbers(9))
    await source.sql('DELETE FROM t WHERE id IN (2, 5)', `UPDATE t SET v = 'new' WHERE id = 3`)

    expect(await moved([source, destination], {})).toMatchObject({ status: 'succeeded', rowsWritten: 7 })
    expect(await idsOf(destination)).toEqual(numbers(9))

    const marked = await moved([source, destination], { vanished: MARK })
    expect(marked).toMatchObject({ status: 'succeeded', rowsMarked: 2 })
    expect(marked?.rowsRemoved).toBeUndefined()
    expect(await idsOf(destination, 'deleted_at IS NOT NULL')).toEqual([2, 5])

    // Rows that were marked before are marked no more than once, and one that is there again is not marked.
    await source.sql(`INSERT INTO t VALUES (2, 200000, 'again')`)
    expect(await moved([source, destination], { vanished: MARK })).toMatchObject({ rowsMarked: 0 })
    expect(await idsOf(destination, 'deleted_at IS NOT NULL')).toEqual([5])

    expect(await moved([source, destination], { vanished: REMOVE })).toMatchObject({ rowsRemoved: 1 })
    expect(await idsOf(destination)).toEqual([1, 2, 3, 4, 6, 7, 8, 9])
  })

  it('are found by a run that reads only new rows, and only a few keys travel for it', async () => {
    const [source, destination] = open()
    const cursor = { column: 'changed' }
    await given([source, destination], numbers(3_000), { cursor })
    const gone = [7, 8, 1_500, 2_999]
    await source.sql(
      `DELETE FROM t WHERE id IN (${gone.join(', ')})`,
      `INSERT INTO t VALUES (4000, 400000000, 'new')`,
      `UPDATE t SET changed = 400000001, v = 'new' WHERE id = 20`,
    )
    const stream = await moved([source, destination], { cursor, vanished: REMOVE }, readUpTo('300000000'))
    expect(stream).toMatchObject({ status: 'succeeded', rowsRemoved: 4 })
    expect(stream?.rowsWritten).toBeLessThan(10)
    expect(stream?.keysCompared).toBeLessThan(100)
    expect(await idsOf(destination)).toEqual([...numbers(3_000).filter((id) => !gone.includes(id)), 4_000])
  })

  it('are marked by a run that reads only new rows, and a row that comes back without a change is not marked any more', async () => {
    const [source, destination] = open()
    const cursor = { column: 'changed' }
    await given([source, destination], numbers(200), { cursor })
    await source.sql('DELETE FROM t WHERE id IN (7, 150)')
    const incremental = { cursor, vanished: MARK }
    expect(await moved([source, destination], incremental, readUpTo('20000000'))).toMatchObject({ rowsMarked: 2 })
    await source.sql(`INSERT INTO t VALUES (7, 700000, 'v7')`)
    expect(await moved([source, destination], incremental, readUpTo('20000000'))).toMatchObject({ rowsMarked: 0 })
    expect(await idsOf(destination, 'deleted_at IS NOT NULL')).toEqual([150])
  })

  it('stop the run when they are too many, until they are accepted', async () => {
    const [source, destination] = open()
    await given([source, destination], numbers(10))
    await source.sql('DELETE FROM t WHERE id <= 3', `UPDATE t SET v = 'new' WHERE id = 9`)
    const stopped = await moved([source, destination], { vanished: { limit: 10 } })
    expect(stopped).toMatchObject({
      status: 'failed',
      error: { code: 'TOO_MANY_VANISHED', vanished: 3, retryable: false },
    })
    expect(inEnglish(stopped?.error?.message ?? ({ template: '' } as never))).toContain('3 of 10 rows')
    expect(await idsOf(destination)).toEqual(numbers(10))
    expect(await idsOf(destination, `v = 'new'`)).toEqual([])

    expect(await moved([source, destination], { vanished: { limit: 10, allowed: 2 } })).toMatchObject({
      status: 'failed',
    })
    expect(await moved([source, destination], { vanished: { limit: 10, allowed: 3 } })).toMatchObject({
      rowsRemoved: 3,
    })
    expect(await idsOf(destination)).toEqual([4, 5, 6, 7, 8, 9, 10])
  })

  it('are listed by a dry run, which removes none', async () => {
    const [source, destination] = open()
    await given([source, destination], numbers(6))
    await source.sql('DELETE FROM t WHERE id IN (2, 5)', `UPDATE t SET v = 'new' WHERE id = 3`)
    const told = async (vanished: StreamRequest['vanished']) => {
      let rows: DryRunRows | undefined
      const logs: string[] = []
      const onEvent = (event: MoveEvent) => {
        if (event.kind === 'dry-run' && 'sample' in event.result) rows = event.result
        if (event.kind === 'log') logs.push(inEnglish(event.message))
      }
      const stream = await moved([source, destination], vanished ? { vanished } : {}, { dry: true, onEvent })
      expect(stream?.error).toBeUndefined()
      expect(stream).toMatchObject({ status: 'succeeded' })
      return { rows, logs }
    }
    const { rows, logs } = await told({ limit: 10 })
    expect(rows?.difference).toEqual({ created: 0, changed: 1, removed: 2, unchanged: 3 })
    const removed = rows?.sample.filter((change) => !change.after).map(({ before }) => before?.[0])
    expect(removed?.toSorted()).toEqual(['2', '5'])
    expect(logs.join()).toContain('A run would stop: 2 rows (33.33 %) are gone')
    const marked = { created: 0, changed: 1, removed: 0, marked: 2, unchanged: 3 }
    expect((await told(MARK)).rows?.difference).toEqual(marked)
    expect((await told(undefined)).rows?.difference).toEqual({ created: 0, changed: 1, removed: 0, unchanged: 3 })
    expect(await idsOf(destination)).toEqual(numbers(6))
  })

  it('are not removed when nothing has ever arrived in the target', async () => {
    const [source, destination] = open()
    await given([source, destination], numbers(3), { vanished: MARK })
    expect(await idsOf(destination, 'deleted_at IS NULL')).toEqual([1, 2, 3])
  })

  it.each([
    ['whole numbers below zero', 'bigint', ['-9223372036854775808', '-1', '0', '1', '9223372036854775807']],
    ['texts', 'varchar(40)', [`'a'`, `'A'`, `'ä'`, `'日本'`, `'tab\tand space '`, `''`]],
    ['decimals', 'numeric(12,3)', ['-1.500', '0', '1.5', '1.050', '100', '123456789.123']],
    ['times', 'timestamp(6)', [`'2024-02-29 23:59:59.123456'`, `'2024-01-01 00:00:00'`, `'1999-12-31 12:00:00.5'`]],
    ['dates', 'date', [`'2024-02-29'`, `'1970-01-01'`, `'2038-01-19'`]],
  ])('are recognized by keys that are %s, and hardly any key travels', async (_kind, type, values) => {
    const [source, destination] = open()
    const collate =
      source.endpoint.integration === 'mysql' && type.startsWith('varchar') ? ` COLLATE ${NO_PADDING}` : ''
    const definition = type.startsWith('timestamp') && source.endpoint.integration === 'mysql' ? 'datetime(6)' : type
    await source.sql(`CREATE TABLE t (k ${definition}${collate} NOT NULL PRIMARY KEY, id int, changed bigint NOT NULL)`)
    await source.sql(`INSERT INTO t VALUES ${values.map((value, at) => `(${value}, ${at}, ${at})`).join(', ')}`)
    const stream = { cursor: { column: 'changed' }, vanished: REMOVE }
    expect(await moved([source, destination], stream)).toMatchObject({ status: 'succeeded' })
    expect(await moved([source, destination], stream, readUpTo('900000'))).toMatchObject({
      rowsRemoved: 0,
      keysCompared: 0,
    })
    await source.sql('DELETE FROM t WHERE id = 1')
    const found = await moved([source, destination], stream, readUpTo('900000'))
    expect(found).toMatchObject({ status: 'succeeded', rowsRemoved: 1 })
    expect(await idsOf(destination)).toEqual(values.map((_value, at) => at).filter((at) => at !== 1))
  })

  it('are recognized by keys of several columns', async () => {
    const [source, destination] = open()
    await source.sql('CREATE TABLE t (a int, b varchar(9), id int, changed bigint, PRIMARY KEY (a, b))')
    await source.sql(`INSERT INTO t VALUES (1, 'x', 1, 1), (1, 'y', 2, 1), (2, 'x', 3, 1)`)
    const stream = { cursor: { column: 'changed' }, vanished: REMOVE }
    await moved([source, destination], stream)
    await source.sql(`DELETE FROM t WHERE id = 2`)
    expect(await moved([source, destination], stream, readUpTo('900000'))).toMatchObject({
      rowsRemoved: 1,
      keysCompared: 0,
    })
    expect(await idsOf(destination)).toEqual([1, 3])
  })
})

describe('rows that are gone', () => {
  it('are found although a row was rejected, which is still at the source', async () => {
    const [source, destination] = [postgres(ends.source), mysql(ends.to)] as const
    await given([source, destination], numbers(5))
    await destination.sql('ALTER TABLE t MODIFY v varchar(3)')
    await source.sql(
      'ALTER TABLE t ALTER v TYPE text',
      'DELETE FROM t WHERE id = 2',
      `UPDATE t SET v = 'too long' WHERE id = 4`,
    )
    const rejects = {
      days: 14,
      begin: () => {},
      keep: () => true,
      finalize: async () => {},
      countRejected: async () => 0,
    }
    const stream = await moved([source, destination], { vanished: REMOVE, onInvalid: 'reject' }, { rejects })
    expect(stream?.error).toBeUndefined()
    expect(stream).toMatchObject({ status: 'succeeded', rowsRejected: 1, rowsRemoved: 1 })
    expect(await idsOf(destination)).toEqual([1, 3, 4, 5])
  })

  it('are those that the steps leave out, if every row is read; a run of only new rows refuses such steps', async () => {
    const [source, destination] = [postgres(ends.source), postgres(ends.destination)] as const
    await given([source, destination], numbers(5))
    const steps = [{ id: 'f', type: 'filter' as const, settings: { where: 'id <> 3' } }]
    const transformations = { steps, salt: '' }
    const limited = { vanished: REMOVE, cursor: { column: 'changed' } }
    expect(await moved([source, destination], limited, { transformations })).toMatchObject({
      status: 'failed',
      error: { code: 'VANISHED_NOT_SUPPORTED' },
    })
    expect(await moved([source, destination], { vanished: REMOVE }, { transformations })).toMatchObject({
      rowsRemoved: 1,
    })
    expect(await idsOf(destination)).toEqual([1, 2, 4, 5])
  })

  it('are not removed by an older attempt of the run', async () => {
    const [source, destination] = [mysql(ends.from), mysql(ends.to)] as const
    await given([source, destination], numbers(5))
    await source.sql('DELETE FROM t WHERE id = 2')
    const older = nextFence()
    await moved([source, destination], {})
    expect(await moved([source, destination], { vanished: REMOVE }, { fence: older })).toMatchObject({
      status: 'failed',
      error: { code: 'FENCED' },
    })
    expect(await idsOf(destination)).toEqual(numbers(5))
    expect(await bookkeepingTables(ends.to)).toEqual([])
  })

  it('cannot be marked in a column that the stream writes, or that has no time', async () => {
    const [source, destination] = [postgres(ends.source), postgres(ends.destination)] as const
    await given([source, destination], numbers(2))
    const mark = (column: string) =>
      moved([source, destination], { columns: ['id', 'v'], vanished: { limit: 1, column } })
    expect(await mark('v')).toMatchObject({ error: { code: 'NAME_CONFLICT' } })
    expect(await mark('changed')).toMatchObject({ error: { code: 'TARGET_MISMATCH' } })
  })
})

describe.each(WAYS)('a foreign key of the target to itself, from %s', (_, sides) => {
  it.each(['CASCADE', 'SET NULL'])('that would %s rows which stay stops the removal', async (action) => {
    const [source, destination] = sides()
    await source.sql('CREATE TABLE t (id int PRIMARY KEY, p int, changed int)')
    await source.sql('INSERT INTO t VALUES (1, NULL, 1), (2, 3, 1), (101, 1, 2)')
    await destination.sql(
      `CREATE TABLE t (id int PRIMARY KEY, p int, changed int, FOREIGN KEY (p) REFERENCES t (id) ON DELETE ${action})`,
    )
    await destination.sql('INSERT INTO t VALUES (1, NULL, 1), (3, NULL, 1)')
    await destination.sql('INSERT INTO t VALUES (2, 3, 1)')
    const stream = { key: ['id'], vanished: REMOVE, cursor: { column: 'changed', after: '1' } }

    const { error } = (await moved([source, destination], stream)) ?? {}

    expect(error?.code).toBe('ROW_COUNT_MISMATCH')
    expect(await destination.sql('SELECT id, p FROM t ORDER BY id')).toEqual([
      { id: '1', p: null },
      { id: '2', p: '3' },
      { id: '3', p: null },
    ])
  })
})

describe.each(WAYS)('a removal that would come to other rows, from %s', (_, sides) => {
  it.each(['CASCADE', 'SET NULL'])(
    'by foreign keys through another table, in the end with %s, stops',
    async (action) => {
      const [source, destination] = sides()
      await source.sql('CREATE TABLE t (id int PRIMARY KEY, changed int)')
      await source.sql('INSERT INTO t VALUES (1, 1), (2, 1), (101, 2)')
      await destination.sql('CREATE TABLE t (id int PRIMARY KEY, changed int, u int)')
      await destination.sql(
        'CREATE TABLE u (id int PRIMARY KEY, t int, FOREIGN KEY (t) REFERENCES t (id) ON DELETE CASCADE)',
      )
      await destination.sql('INSERT INTO t VALUES (1, 1, NULL), (2, 1, 7), (3, 1, NULL)')
      await destination.sql('INSERT INTO u VALUES (7, 3)')
      await destination.sql(`ALTER TABLE t ADD FOREIGN KEY (u) REFERENCES u (id) ON DELETE ${action}`)
      const stream = { key: ['id'], vanished: REMOVE, cursor: { column: 'changed', after: '1' } }

      const { error } = (await moved([source, destination], stream)) ?? {}

      expect(error?.code).toBe('ROW_COUNT_MISMATCH')
      expect(await idsOf(destination)).toEqual([1, 2, 3])
      expect(await destination.sql('SELECT u FROM t WHERE id = 2')).toEqual([{ u: '7' }])
    },
  )

  it('goes on where rows of other tables go with it, and nothing comes back to the table', async () => {
    const [source, destination] = sides()
    await source.sql('CREATE TABLE t (id int PRIMARY KEY, changed int)')
    await source.sql('INSERT INTO t VALUES (1, 1)')
    await destination.sql('CREATE TABLE p (id int PRIMARY KEY)', 'INSERT INTO p VALUES (7)')
    await destination.sql(
      'CREATE TABLE t (id int PRIMARY KEY, changed int, p int, FOREIGN KEY (p) REFERENCES p (id) ON DELETE SET NULL)',
    )
    await destination.sql('CREATE TABLE u (t int, FOREIGN KEY (t) REFERENCES t (id) ON DELETE CASCADE)')
    await destination.sql('INSERT INTO t VALUES (1, 1, 7), (2, 1, 7)', 'INSERT INTO u VALUES (1), (2)')

    const moving = await moved([source, destination], { key: ['id'], vanished: REMOVE })

    expect(moving).toMatchObject({ status: 'succeeded', rowsRemoved: 1 })
    expect(await destination.sql('SELECT t FROM u')).toEqual([{ t: '1' }])
  })
})

it('a removal stops where a trigger of Postgres changes other rows, also one of a table whose rows go with it', async () => {
  const [source, destination] = [postgres(ends.source), postgres(ends.destination)]
  await source.sql('CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
  await destination.sql(
    'CREATE TABLE t (id int PRIMARY KEY, note text)',
    `INSERT INTO t VALUES (1, 'mine'), (2, 'mine')`,
    'CREATE TABLE u (t int REFERENCES t ON DELETE CASCADE)',
    'INSERT INTO u VALUES (2)',
    `CREATE FUNCTION changes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE public.t SET note = 'theirs'; RETURN NULL; END $$`,
    'CREATE TRIGGER changes AFTER DELETE ON u FOR EACH ROW EXECUTE FUNCTION changes()',
  )
  const removal = () => moved([source, destination], { key: ['id'], vanished: REMOVE })

  expect((await removal())?.error?.code).toBe('ROW_COUNT_MISMATCH')
  await destination.sql('DROP TRIGGER changes ON u')
  await destination.sql('CREATE TRIGGER changes AFTER DELETE ON t FOR EACH ROW EXECUTE FUNCTION changes()')
  expect((await removal())?.error?.code).toBe('ROW_COUNT_MISMATCH')
  expect(await destination.sql('SELECT note FROM t WHERE id = 1')).toEqual([{ note: 'mine' }])
})

it('a removal stops where a trigger of Postgres adds other rows', async () => {
  const [source, destination] = [postgres(ends.source), postgres(ends.destination)]
  await source.sql('CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
  await destination.sql(
    'CREATE TABLE t (id int PRIMARY KEY)',
    'INSERT INTO t VALUES (1), (2)',
    `CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.t VALUES (OLD.id + 1000); RETURN NULL; END $$`,
    'CREATE CONSTRAINT TRIGGER again AFTER DELETE ON t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION again()',
  )

  const { error } = (await moved([source, destination], { key: ['id'], vanished: REMOVE })) ?? {}

  expect(error?.code).toBe('ROW_COUNT_MISMATCH')
  expect(await idsOf(destination)).toEqual([1, 2])
})
