import type { Step } from '../../src/engine/transform/columns/step.ts'
import { BENCH_TABLE } from './bench-table.ts'
import { psqlPipe } from './psql.ts'
import { measureMove, OURS, race, report } from './race.ts'
import { type BenchOptions, run, wholeTable, withTwoPostgres } from './two-postgres.ts'

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
export const benchTransformations = ({ rows, rounds, hasKey }: BenchOptions): Promise<void> =>
  withTwoPostgres({ rows, hasKey }, async (servers) => {
    const count = async (where: string) =>
      Number(Object.values((await run(servers.source, `SELECT count(*) FROM bench WHERE ${where}`))[0] ?? {})[0])
    const [filtered, queried] = [await count('id % 10 <> 0'), await count('total > 1')]
    const through = (steps: readonly Step[], rowsLeft: number) => () =>
      measureMove({ ...wholeTable(servers, rowsLeft), target: 'public.changed', steps })
    const contenders = {
      'psql text pipe': () => psqlPipe(servers),
      sql: through(QUERY, queried),
      sorted: through(SORT, rows),
      'row by row in DuckDB': through(IN_DUCKDB, filtered),
      [OURS]: through(rowWise('id % 10 <> 0'), filtered),
    }
    const before = () =>
      run(servers.destination, 'DROP TABLE IF EXISTS bench, changed', BENCH_TABLE(hasKey), 'CHECKPOINT')
    report('transform', rows, await race(contenders, rounds, before))
  })
