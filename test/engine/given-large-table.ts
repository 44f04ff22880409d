import { beforeEach, expect } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { RangePlan } from '../../src/engine/move/ranges/range-plan.ts'
import type { MoveRequest, MoveResult } from '../../src/engine/move/run/move-request.ts'
import type { Connector } from '../../src/engine/ports/connector.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { contextWith, type Database, endpointOf, nextFence, replace, run } from './move-between.ts'

export const RANGES: RangePlan = { blocks: 8, atOnce: 1 }

interface Ends {
  readonly source: Database
  readonly destination: Database
}

/** Two databases for each test of a file: about 90 blocks of new rows, which are 12 ranges, and ten old rows where they go. */
export function givenLargeTable(take: (ends: Ends) => void): void {
  let ends: Ends
  // A transaction of autovacuum that began before the rows were there would make them look younger than they are.
  const options = { settings: { autovacuum: 'off' } }
  givenTwoDatabases((given) => {
    ends = given
    take(given)
  }, options)
  beforeEach(async () => {
    const table = 'CREATE TABLE t (id int PRIMARY KEY, v text)'
    await run(ends.source, table, `INSERT INTO t SELECT n, repeat('new', 60) FROM generate_series(1, 3000) n`)
    await run(ends.destination, table, `INSERT INTO t SELECT n, 'old' FROM generate_series(1, 10) n`)
  })
}

export interface RangedMove extends Partial<MoveRequest> {
  /** Of the destination. */
  readonly connector?: Connector
}

/** Moves the table in ranges, and answers with the lines of the log, too. */
export async function moveInRanges(
  { source, destination }: Ends,
  { connector = postgresConnector, ...request }: RangedMove = {},
): Promise<{ readonly result: MoveResult; readonly log: string }> {
  const log: string[] = []
  const result = await move({
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector, endpoint: endpointOf(destination) },
    streams: [replace('public.t')],
    fence: nextFence(),
    ranges: RANGES,
    context: contextWith(),
    onEvent: (event) => {
      if (event.kind === 'log') log.push(inEnglish(event.message))
    },
    ...request,
  })
  return { result, log: log.join('\n') }
}

export async function expectSameRows(source: Database, destination: Database): Promise<void> {
  const digest = 'SELECT count(*) AS rows, sum(hashtextextended(t::text, 0)) AS hash FROM t'
  expect(await run(destination, digest)).toEqual(await run(source, digest))
}

export async function expectNothingLeft(destination: Database): Promise<void> {
  const ours = `SELECT relname FROM pg_class WHERE relname ~ '^_millrace_' AND relname !~ '^_millrace_fence' ORDER BY 1`
  expect(await run(destination, ours)).toEqual([])
}
