import { BENCH_TABLE } from './bench-table.ts'
import { psqlPipe } from './psql.ts'
import { measureMove, OURS, race, report } from './race.ts'
import { type BenchOptions, run, wholeTable, withTwoPostgres } from './two-postgres.ts'

/** Rows by key into a table that has a primary key, beside the text pipe of psql into one that has none. */
export const benchUpsert = ({ rows, rounds }: BenchOptions): Promise<void> =>
  withTwoPostgres({ rows, hasKey: true }, async (servers) => {
    const move = wholeTable(servers, rows)
    const contenders = {
      'psql text pipe, no key': () => psqlPipe(servers),
      'Millrace, replace': () => measureMove({ ...move, target: 'public.replaced' }),
      [OURS]: () => measureMove({ ...move, target: 'public.keyed', mode: 'upsert', key: ['id'] }),
    }
    const before = () =>
      run(
        servers.destination,
        'DROP TABLE IF EXISTS bench, replaced, keyed',
        BENCH_TABLE(false),
        'CREATE TABLE keyed (LIKE bench, PRIMARY KEY (id))',
        'CHECKPOINT',
      )
    report('upsert', rows, await race(contenders, rounds, before))
  })
