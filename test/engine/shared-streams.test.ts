import { beforeEach, describe, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { expectNothingLeft } from './given-large-table.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, endpointOf, problems, replace, run } from './move-between.ts'
import { makeTables, moveShared, ROWS, TABLES } from './move-shared.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

beforeEach(() => makeTables(source))

const moveTables = (request: Partial<Parameters<typeof moveShared>[0]> = {}) =>
  moveShared({
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
    streams: TABLES.map((table) => replace(`public.${table}`)),
    ...request,
  })

async function expectSameTables(): Promise<void> {
  for (const table of TABLES) {
    const digest = `SELECT count(*) AS rows, sum(hashtextextended(t::text, 0)) AS hash FROM ${table} t`
    expect(await run(destination, digest)).toEqual(await run(source, digest))
  }
}

describe('A run', () => {
  it('has the streams of another worker in its result, as if it had moved them', async () => {
    const { result, log, given, error } = await moveTables()
    expect(error).toBeUndefined()
    expect(problems(result)).toEqual(TABLES.map(() => undefined))
    expect(given.length).toBeGreaterThan(0)
    expect(log).toContain(`Worker b0b moved ${given.length} of 8 tables, with ${given.length * ROWS} rows.`)
    expect(result.streams.map(({ rowsWritten, check }) => [rowsWritten, check?.state])).toEqual(
      TABLES.map(() => [ROWS, 'verified']),
    )
    await expectSameTables()
    await expectNothingLeft(destination)
  })

  it('shows one moment, whatever was written before the other worker began', async () => {
    const { result } = await moveTables({
      onGiven: async () => {
        for (const table of TABLES) await run(source, `DELETE FROM ${table} WHERE id > 100`)
      },
    })
    expect(result.streams.map(({ rowsWritten }) => rowsWritten)).toEqual(TABLES.map(() => ROWS))
  })

  it('moves what was taken back itself, and refuses the worker that comes too late', async () => {
    const arrived = `SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public' AND tablename ~ '^[a-h]$'`
    const { result, log, reported } = await moveTables({
      isTakenBack: true,
      onGiven: () =>
        expect.poll(() => run(destination, arrived), { timeout: 20_000 }).toEqual([{ tables: String(TABLES.length) }]),
    })
    expect(problems(result)).toEqual(TABLES.map(() => undefined))
    expect(reported).toEqual([])
    expect(log).not.toContain('b0b')
    await expectSameTables()
    await expectNothingLeft(destination)
  })

  it('builds the structure of tables that another worker has moved', async () => {
    for (const table of TABLES) await run(source, `CREATE INDEX ${table}_v ON ${table} (v)`)
    const { result, given } = await moveTables({ copiesStructure: true })
    expect(problems(result)).toEqual(TABLES.map(() => undefined))
    expect(given.length).toBeGreaterThan(0)
    const built = await run(destination, `SELECT indexname FROM pg_indexes WHERE indexname ~ '^._v$' ORDER BY 1`)
    expect(built.map(({ indexname }) => indexname)).toEqual(TABLES.map((table) => `${table}_v`))
  })

  it('takes no help from a worker that reads another moment', async () => {
    const { result, log } = await moveTables({ seen: { moment: '3:3:' } })
    expect(problems(result)).toEqual(TABLES.map(() => undefined))
    expect(log).not.toContain('b0b')
    await expectSameTables()
  })

  it('shares nothing of a dry run', async () => {
    const { given } = await moveTables({ dry: true })
    expect(given).toEqual([])
  })
})
