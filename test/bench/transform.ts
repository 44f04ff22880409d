import type { Step } from '../../src/server/transform/step.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { BENCH_TABLE, createBenchTable } from './bench-table.ts'
import { type BenchOptions, endpointOf, psqlPipe, run } from './pg-pg.ts'
import { measureMove, OURS, race, report } from './race.ts'

const step = (id: string, type: Step['type'], settings: Step['settings']): Step => ({ id, type, settings })

/** Nine of ten columns and rows, one renamed, one hashed: what people do most. */
const rowWise = (where: string): readonly Step[] => [
  step('select', 'select', { columns: ['id', 'customer', 'name', 'note', 'total', 'score', 'paid', 'at', 'extra'] }),
  step('filter', 'filter', { where }),
  step('rename', 'rename', { columns: [{ column: 'at', to: 'placed_at' }] }),
  step('mask', 'mask', { columns: [{ column: 'name', method: 'hash' }] }),
]

/** No source does this filter itself, so the steps are DuckDB's. */
const IN_DUCKDB = rowWise('abs(id) % 10 <> 0')

const QUERY = [step('sql', 'sql', { query: 'SELECT *, upper(name) AS loud FROM input WHERE total > 1' })]

/** All rows have to be there before the first one leaves. */
const SORT = [step('sort', 'sort', { by: [{ column: 'total', direction: 'descending' }] })]

/** Rows through steps from server to server, beside the text pipe of psql that moves all of them unchanged. */
export async function benchTransformations({ rows, rounds, hasKey }: BenchOptions): Promise<void> {
  const settings = { max_wal_size: '4GB' }
  const [source, destination] = await Promise.all([
    startPostgres({ durable: true, settings }),
    startPostgres({ durable: true, settings }),
  ])
  try {
    await run(source, ...createBenchTable(rows, hasKey))
    const ends = { source: endpointOf(source), destination: endpointOf(destination), entity: 'public.bench' }
    const count = async (where: string) =>
      Number(Object.values((await run(source, `SELECT count(*) FROM bench WHERE ${where}`))[0] ?? {})[0])
    const [filtered, queried] = [await count('id % 10 <> 0'), await count('total > 1')]
    const through = (steps: readonly Step[], rowsLeft: number) => () =>
      measureMove({ ...ends, target: 'public.changed', rows: rowsLeft, steps })
    const contenders = {
      'psql text pipe': () => psqlPipe(source, destination, ''),
      sql: through(QUERY, queried),
      sorted: through(SORT, rows),
      'row by row in DuckDB': through(IN_DUCKDB, filtered),
      [OURS]: through(rowWise('id % 10 <> 0'), filtered),
    }
    const before = () => run(destination, 'DROP TABLE IF EXISTS bench, changed', BENCH_TABLE(hasKey), 'CHECKPOINT')
    report('transform', rows, await race(contenders, rounds, before))
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}
