import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { majorOf, namedPostgres, type PostgresVersion } from '../support/postgres/postgres-binaries.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { connectTo, type Database, freshDatabase, moveBetween, run, statuses } from './move-between.ts'
import { EXTENSIONS, TYPE_SETUP, typeProbes } from './type-probes.ts'

const servers = new Map<string, RunningPostgres>()

const PAIRS: readonly (readonly [PostgresVersion, PostgresVersion])[] = namedPostgres
  ? [
      [namedPostgres, 18],
      [18, namedPostgres],
      [namedPostgres, namedPostgres],
      [15, namedPostgres],
    ]
  : [
      [18, 18],
      [15, 15],
      [15, 18],
      [18, 15],
    ]

beforeAll(async () => {
  for (const version of new Set(PAIRS.flat())) {
    for (const end of ['source', 'destination']) servers.set(`${end} ${version}`, await startPostgres({ version }))
  }
})

afterAll(async () => {
  await Promise.all([...servers.values()].map((server) => server.stop()))
})

const serverOf = (end: string, version: PostgresVersion) => servers.get(`${end} ${version}`) as RunningPostgres

const majors = new Map(
  await Promise.all(PAIRS.flat().map(async (version) => [version, await majorOf(version)] as const)),
)

describe.each(PAIRS)('from Postgres %s to %s', (from, to) => {
  const probes = typeProbes(majors.get(from), majors.get(to))
  let source: Database
  let destination: Database
  let client: Awaited<ReturnType<typeof connectTo>>

  beforeAll(async () => {
    source = await freshDatabase(serverOf('source', from))
    destination = await freshDatabase(serverOf('destination', to))
    await run(source, TYPE_SETUP)
    await run(destination, EXTENSIONS)
    for (const { id, type, values } of probes) {
      await run(
        source,
        `CREATE TABLE "${id}" (n int PRIMARY KEY, v ${type})`,
        ...values.map((value, n) => `INSERT INTO "${id}" VALUES (${n}, ${value})`),
        `CREATE VIEW "${id} as text" AS SELECT n, v::text AS v, v IS NULL AS is_null FROM "${id}"`,
      )
    }
    const result = await moveBetween(
      source,
      destination,
      probes.map(({ id }) => ({ entity: `public.${id}`, target: `public.${id}`, mode: 'replace' })),
    )
    expect(result.streams.filter(({ status }) => status !== 'succeeded')).toEqual([])
    await run(
      destination,
      'CREATE EXTENSION postgres_fdw',
      `CREATE SERVER source FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '${source.port}', dbname '${source.database}')`,
      `CREATE USER MAPPING FOR postgres SERVER source OPTIONS (user 'postgres', password '${source.password}')`,
      'CREATE SCHEMA source',
      'IMPORT FOREIGN SCHEMA public FROM SERVER source INTO source',
    )
    client = await connectTo(destination)
    // As postgres_fdw has them set on the other side.
    await client.query(`SET TimeZone = 'UTC'; SET extra_float_digits = 3; SET search_path = pg_catalog`)
  })

  afterAll(() => client.end())

  it.each(probes)('moves $id, $type, without a change', async ({ id, values }) => {
    const here = `SELECT n, v::text AS v, v IS NULL AS is_null FROM public."${id}"`
    const there = `SELECT n, v, is_null FROM source."${id} as text"`
    const lost = await client.query(`${there} EXCEPT ALL ${here}`)
    const invented = await client.query(`${here} EXCEPT ALL ${there}`)
    const [count] = await run(destination, `SELECT count(*) FROM "${id}"`)
    expect({ lost: lost.rows, invented: invented.rows, count: Number(count?.['count']) }).toEqual({
      lost: [],
      invented: [],
      count: values.length,
    })
    const type = `SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = 'public."${id}"'::regclass AND attname = 'v'`
    expect(await run(destination, type)).toEqual(await run(source, type))
  })
})

describe('of other encodings', () => {
  it('moves LATIN1 text as the same characters', async () => {
    const source = await freshDatabase(serverOf('source', 18), `ENCODING 'LATIN1' TEMPLATE template0`)
    const destination = await freshDatabase(serverOf('destination', 18))
    await run(source, 'CREATE TABLE t (v text)', `INSERT INTO t VALUES (chr(233)), (chr(255))`)
    expect(statuses(await moveBetween(source, destination, []))).toEqual(['succeeded'])
    expect(await run(destination, 'SELECT v FROM t ORDER BY v')).toEqual([{ v: 'é' }, { v: 'ÿ' }])
  })

  it('fails the stream and names the row where SQL_ASCII holds bytes that are no text', async () => {
    const source = await freshDatabase(serverOf('source', 18), `ENCODING 'SQL_ASCII' TEMPLATE template0`)
    const destination = await freshDatabase(serverOf('destination', 15))
    await run(source, 'CREATE TABLE t (v text)', `INSERT INTO t VALUES ('fine'), (E'\\xe9')`)
    const { streams } = await moveBetween(source, destination, [])
    expect(streams[0]).toMatchObject({ status: 'failed', rowsWritten: 0, error: { code: 'VALUE_NOT_TEXT' } })
    expect(streams[0]?.error?.message).toEqual(says(expect.stringMatching(/line 2/)))
    expect(await run(destination, `SELECT to_regclass('public.t') AS t`)).toEqual([{ t: null }])
  })
})
