import { setTimeout as sleep } from 'node:timers/promises'

import { beforeEach, expect, it } from 'vitest'

import { afterRanges } from '../support/ranges/after-ranges.ts'
import { expectNothingLeft, moveInRanges } from './given-large-table.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, problems, replace, run } from './move-between.ts'

let source: Database
let destination: Database

/** Begins at once with whatever has new rows, and then rests almost all the time, as it does with a table of many gigabytes. */
const EAGER_AND_SLOW = {
  autovacuum_naptime: '1s',
  autovacuum_vacuum_insert_threshold: '0',
  autovacuum_vacuum_insert_scale_factor: '0',
  autovacuum_vacuum_cost_delay: '100ms',
  autovacuum_vacuum_cost_limit: '1',
  autovacuum_max_workers: '12',
}

givenTwoDatabases(
  (given) => {
    ;({ source, destination } = given)
  },
  { settings: EAGER_AND_SLOW },
)

beforeEach(async () => {
  const fill = (value: string) =>
    `CREATE TABLE t AS SELECT n AS id, repeat('${value}', 60) AS v FROM generate_series(1, 3000) n`
  await run(source, fill('new'))
  await run(destination, fill('old'))
})

/** Waits until autovacuum works on the rows that came, or on those that they replace. */
async function vacuumed(rows: 'new' | 'old'): Promise<void> {
  const found = () =>
    run(
      destination,
      `SELECT FROM pg_stat_progress_vacuum v JOIN pg_attribute a ON a.attrelid = v.relid AND a.attname = 'v'
       WHERE v.datname = current_database() AND (v.relid = 't'::regclass) = ${rows === 'old'}`,
    )
  while ((await found()).length === 0) await sleep(50)
}

it.each([
  ['the rows that came in ranges', 'new', 'public.made'],
  ['the table that they replace', 'old', 'public.t'],
] as const)('autovacuum makes way when it is at %s', async (_, rows, target) => {
  const connector = afterRanges(12, () => vacuumed(rows))
  const { result } = await moveInRanges({ source, destination }, { connector, streams: [replace('public.t', target)] })
  expect(problems(result)).toEqual([undefined])
  expect(await run(destination, `SELECT count(*) AS rows, min(left(v, 3)) AS v FROM ${target}`)).toEqual([
    { rows: '3000', v: 'new' },
  ])
  await expectNothingLeft(destination)
})
