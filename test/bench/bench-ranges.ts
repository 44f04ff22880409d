import { RANGE_PLAN, type RangePlan } from '../../src/engine/move/ranges/range-plan.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { run } from './two-postgres.ts'

/** The plan of large tables, with ranges small enough for the table to have so many of them, and how many there are. */
export async function benchRanges(
  source: RunningPostgres,
  least = 16,
): Promise<{ readonly ranges: RangePlan; readonly count: number }> {
  const [size] = (await run(source, `SELECT pg_relation_size('bench')::int / 8192 AS blocks`)) as { blocks: number }[]
  return rangesOf(size?.blocks ?? 0, least)
}

/** The same of a table with so many blocks. */
export function rangesOf(all: number, least: number): { readonly ranges: RangePlan; readonly count: number } {
  const blocks = Math.min(RANGE_PLAN.blocks, Math.floor(all / least))
  const count = Math.ceil(all / blocks)
  console.log(`${count} ranges of ${blocks} blocks`)
  return { ranges: { ...RANGE_PLAN, blocks, leastBlocks: blocks }, count }
}
