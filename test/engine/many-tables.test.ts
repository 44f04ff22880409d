import { expect, it } from 'vitest'
import { describeRelations } from '../../src/engine/connectors/postgres/schema/describe-relations.ts'
import { openSession } from '../../src/engine/connectors/postgres/session/open-session.ts'
import { databaseCredentials } from '../../src/engine/connectors/sql/database-credentials.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { contextWith, type Database, endpointOf, moveBetween, run, statuses } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

const TABLES = 40
const names = Array.from({ length: TABLES }, (_, n) => `t${n}`)

const given = () =>
  run(
    source,
    ...names.map(
      (name) => `CREATE TABLE ${name} (id int PRIMARY KEY, v text); INSERT INTO ${name} VALUES (1, '${name}')`,
    ),
  )

const all = async () => {
  const rows = await run(destination, names.map((name) => `SELECT v FROM ${name}`).join(' UNION ALL '))
  return rows.map(({ v }) => v).toSorted((a, b) => String(a).localeCompare(String(b)))
}
const expected = names.toSorted((a, b) => a.localeCompare(b))

it('brings every one of many small tables, into an empty database and again', async () => {
  await given()
  expect(new Set(statuses(await moveBetween(source, destination, [])))).toEqual(new Set(['succeeded']))
  expect(await all()).toEqual(expected)
  await run(destination, `UPDATE t7 SET v = 'old'`, 'DROP TABLE t8')
  const again = await moveBetween(source, destination, [])
  expect(new Set(statuses(again))).toEqual(new Set(['succeeded']))
  expect(again.streams.map(({ check }) => check?.state)).toEqual(names.map(() => 'verified'))
  expect(await all()).toEqual(expected)
})

it('has several under way at once, by four sessions at each side at most, one of which keeps the view of the source', async () => {
  await given()
  const countOf = async (database: Database) => {
    const [row] = await run(
      database,
      `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = '${database.database}' AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    )
    return Number(row?.['n'])
  }
  const before = await countOf(source)
  let most = 0
  const seen: (readonly [number, number])[] = []
  let looking: Promise<unknown> = Promise.resolve()
  const running = new Set<string>()
  await moveBetween(source, destination, [], {
    onEvent: (event) => {
      if (event.kind !== 'progress') return
      if (event.stream.status === 'running') running.add(event.stream.entity)
      if (event.stream.status === 'succeeded') running.delete(event.stream.entity)
      most = Math.max(most, running.size)
      looking = looking.then(async () => {
        if (seen.length < 20) seen.push([await countOf(source), await countOf(destination)])
      })
    },
  })
  await looking
  expect(Math.max(...seen.map(([here]) => here - before))).toBeLessThanOrEqual(4)
  expect(Math.max(...seen.map(([, there]) => there))).toBeLessThanOrEqual(4)
  expect(most).toBe(3)
})

/** How many other streams were under way beside each, at most. */
function watched() {
  const running = new Set<string>()
  const beside = new Map<string, number>()
  const onEvent = (event: MoveEvent) => {
    if (event.kind !== 'progress') return
    const { entity, status } = event.stream
    if (status === 'running') running.add(entity)
    for (const one of running) beside.set(one, Math.max(beside.get(one) ?? 0, running.size - 1))
    if (status === 'succeeded') running.delete(entity)
  }
  return { onEvent, beside }
}

it.each(['upsert', 'append'] as const)('has several under way at once in mode %s too', async (mode) => {
  await given()
  const streams = names.map((name) => ({ entity: `public.${name}`, mode }))
  expect(new Set(statuses(await moveBetween(source, destination, streams)))).toEqual(new Set(['succeeded']))
  await run(destination, ...names.map((name) => `DELETE FROM ${name}`))
  const { onEvent, beside } = watched()
  const again = await moveBetween(source, destination, streams, { onEvent })
  expect(new Set(statuses(again))).toEqual(new Set(['succeeded']))
  expect(Math.max(...beside.values())).toBe(2)
})

it('has one alone that is tied to others by foreign keys, a trigger or a partition, and keeps its place in the order', async () => {
  await given()
  const streams = names.map((name) => ({ entity: `public.${name}`, mode: 'upsert' as const }))
  await moveBetween(source, destination, streams)
  await run(
    destination,
    'ALTER TABLE t5 ADD FOREIGN KEY (id) REFERENCES t4',
    'CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'CREATE TRIGGER changing BEFORE UPDATE ON t9 FOR EACH ROW EXECUTE FUNCTION nothing()',
    'CREATE TABLE heir () INHERITS (t12)',
  )
  const { onEvent, beside } = watched()
  const again = await moveBetween(source, destination, streams, { onEvent })
  expect(new Set(statuses(again))).toEqual(new Set(['succeeded']))
  const tied = ['t4', 't5', 't9', 't12'].map((name) => `public.${name}`)
  expect(tied.map((name) => beside.get(name))).toEqual([0, 0, 0, 0])
  expect(Math.max(...beside.values())).toBe(2)
})

it('has a table with steps under way beside others, and one such table at a time', async () => {
  await given()
  const withSteps = names.filter((_, n) => n % 2 === 0).map((name) => `public.${name}`)
  const steps = withSteps.map((stream, n) => ({
    id: `s${n}`,
    type: 'sql' as const,
    stream,
    settings: { query: 'SELECT id, upper(v) AS v FROM input' },
  }))
  const together = new Set<number>()
  const running = new Set<string>()
  const { onEvent, beside } = watched()
  const { streams } = await moveBetween(source, destination, [], {
    transformations: { steps, salt: '' },
    onEvent: (event) => {
      onEvent(event)
      if (event.kind !== 'progress') return
      if (event.stream.status === 'running') running.add(event.stream.entity)
      if (event.stream.status === 'succeeded') running.delete(event.stream.entity)
      together.add(withSteps.filter((name) => running.has(name)).length)
    },
  })
  expect(new Set(statuses({ streams }))).toEqual(new Set(['succeeded']))
  expect(together).toEqual(new Set([0, 1]))
  expect(Math.max(...withSteps.map((name) => beside.get(name) ?? 0))).toBe(2)
  expect(await run(destination, 'SELECT t0.v AS a, t1.v AS b FROM t0, t1')).toEqual([{ a: 'T0', b: 't1' }])
})

it('has large tables under way beside others', async () => {
  const large = ['large1', 'large2']
  await run(
    source,
    ...large.map(
      (name) =>
        `CREATE TABLE ${name} (id int PRIMARY KEY, v text); ALTER TABLE ${name} ALTER v SET STORAGE PLAIN; INSERT INTO ${name} SELECT n, repeat('x', 2000) FROM generate_series(1, 10000) n`,
    ),
  )
  const streams = large.map((name) => ({ entity: `public.${name}`, mode: 'append' as const }))
  const { onEvent, beside } = watched()
  await moveBetween(source, destination, streams, { onEvent })
  expect([...beside.values()]).toEqual([1, 1])
})

it('moves all others when one cannot be', async () => {
  await given()
  await run(destination, 'CREATE TABLE t3 (id int PRIMARY KEY, v int)', 'CREATE VIEW t5 AS SELECT 1 AS id')
  await run(source, `INSERT INTO t4 VALUES (2, 'x')`)
  await run(destination, `CREATE TABLE t4 (id int PRIMARY KEY, v text CHECK (v <> 'x'))`)
  const { streams } = await moveBetween(source, destination, [])
  const failed = streams.filter(({ status }) => status !== 'succeeded')
  expect(failed.map(({ entity, error }) => [entity, error?.code])).toEqual([
    ['public.t3', 'TARGET_MISMATCH'],
    ['public.t4', 'CONSTRAINT'],
    ['public.t5', 'TARGET_MISMATCH'],
  ])
})

it('stops within five seconds when it is cancelled, and leaves no session and no table of its own', async () => {
  await given()
  const stop = new AbortController()
  let at = 0
  const { streams } = await moveBetween(source, destination, [], {
    context: contextWith(stop.signal),
    onEvent: (event) => {
      if (event.kind !== 'progress' || event.stream.status !== 'succeeded' || stop.signal.aborted) return
      at = performance.now()
      stop.abort()
    },
  })
  expect(performance.now() - at).toBeLessThan(5_000)
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set(['succeeded', 'cancelled']))
  const own = await run(
    destination,
    `SELECT relname FROM pg_class WHERE relname LIKE '\\_millrace\\_%' AND relkind = 'r' AND relname <> '_millrace_fence'`,
  )
  expect(own).toEqual([])
})

it('plans some hundreds ahead, brings those that come later too, and tells of every one when it is cancelled before', async () => {
  const many = Array.from({ length: 620 }, (_, n) => `t${String(n).padStart(3, '0')}`)
  await run(source, many.map((name) => `CREATE TABLE ${name} AS SELECT 1 AS id`).join(';'))
  await run(destination, 'CREATE VIEW t610 AS SELECT 1 AS id')
  const stop = new AbortController()
  const planned = new Set<string>()
  let plannedAtFirst = 0
  const first = await moveBetween(source, destination, [], {
    context: contextWith(stop.signal),
    onEvent: (event) => {
      if (event.kind === 'columns') planned.add(event.entity)
      if (event.kind !== 'progress' || event.stream.status !== 'succeeded') return
      plannedAtFirst ||= planned.size
      stop.abort()
    },
  })
  expect(plannedAtFirst).toBeLessThanOrEqual(500)
  expect(first.streams).toHaveLength(620)
  expect(new Set(statuses(first))).toEqual(new Set(['succeeded', 'cancelled']))

  const { streams } = await moveBetween(source, destination, [])
  expect(streams.filter(({ status }) => status !== 'succeeded').map(({ entity }) => entity)).toEqual(['public.t610'])
  const [row] = await run(destination, `SELECT count(*) AS n FROM pg_tables WHERE tablename LIKE 't___'`)
  expect(Number(row?.['n'])).toBe(619)
})

const manyNames = Array.from({ length: 160 }, (_, n) => `t${n}`)

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}

const rowsOf = (node: PlanNode): number =>
  node['Actual Rows'] * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), 0)

it.each([
  ['named', manyNames.map((name) => ({ schema: 'public', name }))],
  ['all', undefined],
] as const)(
  'looks at each column of %s tables only some times, where they were just created and the server knows nothing of their number',
  async (_, only) => {
    await run(
      destination,
      ...manyNames.map((name) => `CREATE TABLE ${name} (id int PRIMARY KEY, v text, w text, x text)`),
    )
    const session = await openSession(databaseCredentials(endpointOf(destination), 'dbname'), contextWith())
    const asked: Parameters<typeof session.query>[] = []
    const heard = new Proxy(session, {
      get: (target, name) =>
        name === 'query'
          ? (...query: Parameters<typeof session.query>) => {
              asked.push(query)
              return target.query(...query)
            }
          : Reflect.get(target, name, target),
    })
    expect(await describeRelations(heard, only)).toHaveLength(manyNames.length)
    const [statement, values] = asked[0] ?? ['']
    const [row] = await session.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`, values)
    await session.close()
    const [{ Plan }] = JSON.parse(row?.['QUERY PLAN'] ?? '[]') as [{ readonly Plan: PlanNode }]
    expect(rowsOf(Plan) / manyNames.length).toBeLessThan(100)
  },
)

it('has a statement planned once that it asks for each of many tables', async () => {
  const session = await openSession(databaseCredentials(endpointOf(destination), 'dbname'), contextWith())
  const nameOf = (oid: number) =>
    session.repeat('SELECT relname AS name FROM pg_catalog.pg_class WHERE oid = $1', [oid])
  expect(await nameOf(1259)).toEqual([{ name: 'pg_class' }])
  expect(await nameOf(1249)).toEqual([{ name: 'pg_attribute' }])
  await session.repeat('SELECT $1 AS other', ['x'])
  expect(await session.query('SELECT count(*) AS kept FROM pg_catalog.pg_prepared_statements')).toEqual([{ kept: '2' }])
  await session.close()
})
