import { expect, it } from 'vitest'
import { givenTwoDatabases } from './given-two-databases.ts'
import { LOGICAL, startMirror } from './mirror-support.ts'
import { type Database, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases(
  (ends) => {
    ;({ source, destination } = ends)
  },
  { settings: { ...LOGICAL, max_wal_size: '4GB' } },
)

const T = { 'public.t': { columns: ['id', 'a', 'b'], key: ['id'] } }
const ROWS = 120_000

it('a transaction that does not fit into memory is visible as a whole or not at all, also after its mirror has died', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY, a text, b text)')
  const begun = await startMirror(source, destination, T)
  await begun.caughtUp()
  await begun.stop()
  const seen = new Set<string>()
  const look = async () => {
    const [row] = await run(destination, 'SELECT count(*) AS rows FROM t')
    seen.add(row?.['rows'] ?? '')
  }
  await run(source, `INSERT INTO t SELECT n, repeat('x', 100), 'one' FROM generate_series(1, ${ROWS}) n`)
  const first = await startMirror(source, destination, T)
  await expect
    .poll(
      () =>
        run(
          destination,
          "SELECT FROM pg_stat_activity WHERE query LIKE '%millrace_kind%' AND datname = current_database() AND pid <> pg_backend_pid()",
        ),
      { interval: 5, timeout: 20_000 },
    )
    .not.toEqual([])
  await look()
  await first.stop()
  await look()
  const second = await startMirror(source, destination, T)
  const looking = setInterval(() => void look(), 20)
  await second.caughtUp()
  clearInterval(looking)
  await look()
  expect(seen).toEqual(new Set(['0', String(ROWS)]))
  expect(second.divergent).toBe(0)
  await run(source, `UPDATE t SET b = 'two' WHERE id % 2 = 0`, 'DELETE FROM t WHERE id % 3 = 0')
  await second.caughtUp()
  const sum = (database: Database) =>
    run(database, `SELECT count(*) AS rows, sum(id) AS ids, count(*) FILTER (WHERE b = 'two') AS changed FROM t`)
  expect(await sum(destination)).toEqual(await sum(source))
  expect(second.divergent).toBe(0)
  await second.stop()
})
