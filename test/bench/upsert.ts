import { startPostgres } from '../support/postgres/start-postgres.ts'
import { BENCH_TABLE, createBenchTable } from './bench-table.ts'
import { type BenchOptions, endpointOf, psqlPipe, run } from './pg-pg.ts'
import { measureMove, OURS, race, report } from './race.ts'

/** Rows by key into a table that has a primary key, beside the text pipe of psql into one that has none. */
export async function benchUpsert({ rows, rounds }: BenchOptions): Promise<void> {
  const settings = { max_wal_size: '4GB' }
  const [source, destination] = await Promise.all([
    startPostgres({ durable: true, settings }),
    startPostgres({ durable: true, settings }),
  ])
  const ends = { source: endpointOf(source), destination: endpointOf(destination), entity: 'public.bench', rows }
  try {
    await run(source, ...createBenchTable(rows, true))
    const contenders = {
      'psql text pipe, no key': () => psqlPipe(source, destination, ''),
      'Millrace, replace': () => measureMove({ ...ends, target: 'public.replaced' }),
      [OURS]: () => measureMove({ ...ends, target: 'public.keyed', mode: 'upsert', key: ['id'] }),
    }
    const before = () =>
      run(
        destination,
        'DROP TABLE IF EXISTS bench, replaced, keyed',
        BENCH_TABLE(false),
        'CREATE TABLE keyed (LIKE bench, PRIMARY KEY (id))',
        'CHECKPOINT',
      )
    report('upsert', rows, await race(contenders, rounds, before))
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}
