import { beforeEach, describe, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { cloud, connector, context, endpoint, rows, source, withBigquery } from './bigquery-table.ts'
import { endpointOf, problems, replace } from './move-between.ts'
import { makeTables, moveShared, ROWS, TABLES } from './move-shared.ts'

withBigquery()
beforeEach(() => makeTables(source))

const moveTables = (request: Partial<Parameters<typeof moveShared>[0]> = {}) =>
  moveShared({
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector, endpoint: endpoint() },
    streams: TABLES.map((table) => replace(`public.${table}`, table)),
    context: context(),
    ...request,
  })

const expectAllRows = () => {
  expect(TABLES.map((table) => rows(table)?.length)).toEqual(TABLES.map(() => ROWS))
  expect([...cloud.objects.keys()]).toEqual([])
}

describe('A run into BigQuery', () => {
  it('has the streams of another worker in its result', async () => {
    const { result, given, error } = await moveTables()
    expect([error, given.length > 0]).toEqual([undefined, true])
    expect(problems(result)).toEqual(TABLES.map(() => undefined))
    expectAllRows()
  })

  it('moves what was taken back itself, and refuses the worker that comes too late', async () => {
    const { result, log, reported } = await moveTables({
      isTakenBack: true,
      onGiven: () =>
        expect.poll(() => TABLES.every((table) => rows(table)?.length === ROWS), { timeout: 60_000 }).toBe(true),
    })
    expect(problems(result)).toEqual(TABLES.map(() => undefined))
    expect(reported).toEqual([])
    expect(log).not.toContain('b0b')
    expectAllRows()
  })
})
