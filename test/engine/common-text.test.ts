import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { RowDecoder } from '../../src/engine/formats/common-text/row-decoder.ts'
import { move } from '../../src/engine/move/move.ts'
import type { Connector } from '../../src/engine/ports/connector.ts'
import { COMMON_TEXT } from '../../src/engine/ports/value-type.ts'
import { majorOf } from '../support/postgres/postgres-binaries.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import type { Database } from './move-between.ts'
import { contextWith, endpointOf, freshDatabase, nextFence, problems, replace, run } from './move-between.ts'
import { TYPE_SETUP, typeProbes } from './type-probes.ts'

let server: RunningPostgres
let source: Database
let destination: Database

beforeAll(async () => {
  server = await startPostgres()
  source = await freshDatabase(server)
  destination = await freshDatabase(server)
})

afterAll(() => server.stop())

/** Postgres as the source of another system would be seen: by what its columns hold, in the common format. */
const asAnotherSystem: Connector = {
  ...postgresConnector,
  openSource: async (endpoint, context) => {
    const opened = await postgresConnector.openSource?.(endpoint, context)
    if (!opened) throw new Error('Postgres is a source')
    return new Proxy(opened, {
      get: (target, name) => {
        if (name === 'system') return 'mysql'
        if (name === 'identity') return 'another'
        if (name === 'formats') return () => [COMMON_TEXT]
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  },
}

const moveAsForeign = (entity: string, target = entity) =>
  move({
    source: { connector: asAnotherSystem, endpoint: endpointOf(source) },
    destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
    streams: [replace(entity, target)],
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
  })

const major = await majorOf()

describe('values that cross systems', () => {
  const probes = typeProbes(major)

  beforeAll(async () => {
    await run(source, TYPE_SETUP)
    for (const { id, type, values } of probes) {
      await run(
        source,
        `CREATE TABLE "${id}" (n int PRIMARY KEY, v ${type})`,
        ...values.map((value, n) => `INSERT INTO "${id}" VALUES (${n}, ${value})`),
      )
    }
  })

  /** Arrays are told as JSON, money as its number, everything else as Postgres writes it; a cast would drop spaces and prefixes. */
  const asTold = (type: string) => {
    if (type.endsWith('[]')) return 'pg_catalog.array_to_json(v)::text'
    if (type === 'money') return 'v::numeric::text'
    return ['char(5)', 'inet'].includes(type) ? 'CASE WHEN v IS NOT NULL THEN pg_catalog.concat(v) END' : 'v::text'
  }

  it.each(probes.map((probe) => [probe.id, probe] as const))('%s arrives as it was', async (id, { type }) => {
    const target = `public.${id}`
    expect(problems(await moveAsForeign(target))).toEqual([undefined])
    const [there, here] = await Promise.all([
      run(source, `SET search_path = ''`, `SELECT n, ${asTold(type)} AS v FROM public."${id}" ORDER BY n`),
      run(destination, `SELECT n, v::text AS v FROM "${id}" ORDER BY n`),
    ])
    expect(here).toEqual(there)
  })
})

describe('a table that is there', () => {
  const into = async (type: string, from: string, value: string) => {
    await run(source, 'DROP TABLE IF EXISTS c', `CREATE TABLE c (v ${from})`, `INSERT INTO c VALUES (${value})`)
    await run(destination, 'DROP TABLE IF EXISTS c', `CREATE TABLE c (v ${type})`)
    const [problem] = problems(await moveAsForeign('public.c'))
    return problem?.code ?? (await run(destination, 'SELECT v::text FROM c'))[0]?.['v']
  }

  it.each([
    ['text', 'numeric(6,2)', '1.10', '1.10'],
    ['numeric', 'numeric(6,2)', '1.10', '1.10'],
    ['numeric(8,3)', 'numeric(6,2)', '1.10', '1.100'],
    ['boolean', 'smallint', '1', 'true'],
    ['bigint', 'integer', '7', '7'],
    ['character varying(9)', 'character varying(5)', `'ab   '`, 'ab   '],
    [
      'timestamp with time zone',
      'timestamp(3) with time zone',
      `'2024-01-01 00:00:00.123Z'`,
      '2024-01-01 00:00:00.123+00',
    ],
    ['jsonb', 'json', `'{"a":1}'`, '{"a": 1}'],
  ])('takes, as %s, what %s holds', async (type, from, value, arrived) => {
    expect(await into(type, from, value)).toBe(arrived)
  })

  it.each([
    ['numeric(6,1)', 'numeric(6,2)', '1.15'],
    ['timestamp(0) with time zone', 'timestamp with time zone', `'2024-01-01 00:00:00.5Z'`],
    ['timestamp', 'timestamp with time zone', `'2024-01-01 00:00:00Z'`],
    ['real', 'double precision', '0.1'],
    ['double precision', 'bigint', '9007199254740993'],
    ['character varying(5)', 'text', `'ab    '`],
    ['character(5)', 'character varying(5)', `'ab'`],
    ['money', 'numeric(6,2)', '1.15'],
    ['date', 'timestamp', `'2024-01-01 10:00'`],
  ])('is refused, as %s, before it changes what %s holds', async (type, from, value) => {
    expect(await into(type, from, value)).toBe('TARGET_MISMATCH')
  })

  it('refuses a value that it cannot hold, with its row and column, and keeps its rows', async () => {
    await run(source, 'DROP TABLE IF EXISTS c', 'CREATE TABLE c (v bigint)', 'INSERT INTO c VALUES (1), (99999)')
    await run(destination, 'DROP TABLE IF EXISTS c', 'CREATE TABLE c (v smallint)', 'INSERT INTO c VALUES (5)')
    const [problem] = problems(await moveAsForeign('public.c'))
    expect(problem?.message).toEqual(says(expect.stringMatching(/row 2|line 2/)))
    expect(problem?.message).toEqual(says(expect.stringContaining('v')))
    expect(await run(destination, 'SELECT v FROM c')).toEqual([{ v: '5' }])
  })

  it('is refused when a name would be cut', async () => {
    const [problem] = problems(await moveAsForeign('public.c', `public.${'é'.repeat(32)}`))
    expect(problem).toMatchObject({ code: 'NAME_TOO_LONG' })
  })
})

it('common text of Postgres can be decoded', async () => {
  await run(
    source,
    'CREATE TABLE d (a int[], b bytea, c boolean, d text)',
    `INSERT INTO d VALUES ('{1,NULL}', '\\x00ff', true, E'\\t\\\\')`,
  )
  const opened = await asAnotherSystem.openSource?.(endpointOf(source), contextWith())
  const [entity] = (await opened?.entities(['public.d'])) ?? []
  if (!opened || !entity) throw new Error('nothing to read')
  const decoder = new RowDecoder()
  const rows: (readonly (string | null)[])[] = []
  const sink = { write: (frames: Buffer) => rows.push(...decoder.push(frames)) > 0, drained: async () => {} }
  await opened.read({ entity, columns: ['a', 'b', 'c', 'd'], format: COMMON_TEXT }, sink, new AbortController().signal)
  expect(rows).toEqual([['[1,null]', '\\x00ff', 't', '\t\\']])
  await opened.close()
})
