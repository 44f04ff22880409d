import { RANGE_PLAN } from '../../src/server/engine/range-plan.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { dieAfterRanges } from '../support/ranges/die-after-ranges.ts'
import { BENCH_TABLE, createBenchTable } from './bench-table.ts'
import { type BenchOptions, endpointOf, expectSameRows, run } from './pg-pg.ts'
import { measureMove, OURS, race, report } from './race.ts'

const LEAST_RANGES = 8

/**
 * A table in ranges, as large tables are copied, beside the same in one piece, and beside the next attempt after a worker was killed
 * when half of the ranges were there: its time should be half of ours, and what the source needs to look at the other half.
 */
export async function benchResume({ rows, rounds, hasKey }: BenchOptions): Promise<void> {
  const settings = { max_wal_size: '4GB' }
  const [source, destination] = await Promise.all([
    startPostgres({ durable: true, settings }),
    startPostgres({ durable: true, settings }),
  ])
  try {
    console.log(`Making ${rows.toLocaleString('en')} rows …`)
    await run(source, ...createBenchTable(rows, hasKey))
    const [size] = (await run(source, `SELECT pg_relation_size('bench')::int / 8192 AS blocks`)) as { blocks: number }[]
    const blocks = Math.min(RANGE_PLAN.blocks, Math.floor((size?.blocks ?? 0) / LEAST_RANGES))
    const ranges = { ...RANGE_PLAN, blocks }
    const count = Math.ceil((size?.blocks ?? 0) / blocks)
    console.log(`${count} ranges of ${blocks} blocks, ${ranges.atOnce} at once`)
    const whole = { blocks: Number.MAX_SAFE_INTEGER, atOnce: 1 }
    const ends = { source: endpointOf(source), destination: endpointOf(destination) }
    const move = { ...ends, entity: 'public.bench', target: 'public.bench', rows }
    const contenders = {
      [OURS]: () => measureMove({ ...move, ranges }),
      'in one piece': () => measureMove({ ...move, ranges: whole }),
      'the other half': async () => {
        const runId = String(Date.now())
        const fence = { flowId: 'bench', runId, epoch: BigInt(runId) }
        await dieAfterRanges({ ...move, ranges, fence, after: Math.floor(count / 2) })
        return measureMove({ ...move, ranges, runId })
      },
    }
    const before = () => run(destination, 'DROP TABLE IF EXISTS bench', BENCH_TABLE(hasKey), 'CHECKPOINT')
    const results = await race(contenders, rounds, before)
    await expectSameRows(source, destination)
    report('resume', rows, results)
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}
