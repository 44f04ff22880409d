import { RANGE_PLAN } from '../../src/server/engine/range-plan.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { BENCH_TABLE, createBenchTable } from './bench-table.ts'
import { type BenchOptions, endpointOf, expectSameRows, run } from './pg-pg.ts'
import { measureMove, OURS, race, report } from './race.ts'

const RANGES = 16

/** A table in ranges, moved by one worker, and by two and three at once; CPU and memory are those of the one that has the run. */
export async function benchRangesWorkers({ rows, rounds, hasKey }: BenchOptions): Promise<void> {
  const settings = { max_wal_size: '4GB' }
  const [source, destination] = await Promise.all([
    startPostgres({ durable: true, settings }),
    startPostgres({ durable: true, settings }),
  ])
  try {
    console.log(`Making ${rows.toLocaleString('en')} rows …`)
    await run(source, ...createBenchTable(rows, hasKey))
    const [size] = (await run(source, `SELECT pg_relation_size('bench')::int / 8192 AS blocks`)) as { blocks: number }[]
    const ranges = { ...RANGE_PLAN, blocks: Math.min(RANGE_PLAN.blocks, Math.floor((size?.blocks ?? 0) / RANGES)) }
    console.log(`ranges of ${ranges.blocks} blocks, ${ranges.atOnce} at once in each worker`)
    const ends = { source: endpointOf(source), destination: endpointOf(destination) }
    const move = { ...ends, entity: 'public.bench', target: 'public.bench', rows, ranges }
    const contenders = {
      [OURS]: () => measureMove(move),
      'two workers': () => measureMove({ ...move, helpers: 1 }),
      'three workers': () => measureMove({ ...move, helpers: 2 }),
    }
    const before = () => run(destination, 'DROP TABLE IF EXISTS bench', BENCH_TABLE(hasKey), 'CHECKPOINT')
    const results = await race(contenders, rounds, before)
    await expectSameRows(source, destination)
    report('ranges-workers', rows, results)
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}
