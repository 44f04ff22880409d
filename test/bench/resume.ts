import { dieAfterRanges } from '../support/ranges/die-after-ranges.ts'
import { benchRanges } from './bench-ranges.ts'
import { type MeasuredMove, measureMove, OURS } from './race.ts'
import { type BenchOptions, raceIntoPostgres, wholeTable, withTwoPostgres } from './two-postgres.ts'

export const LEAST_RANGES = 8
const IN_ONE_PIECE = { blocks: Number.MAX_SAFE_INTEGER, atOnce: 1 }

/**
 * A table in ranges, as large tables are copied, beside the same in one piece, and beside the next attempt after a worker was killed
 * when half of the ranges were there: its time should be half of ours, and what the source needs to look at the other half.
 */
export const benchResume = (options: BenchOptions): Promise<void> =>
  withTwoPostgres(options, async (servers) => {
    const { ranges, count } = await benchRanges(servers.source, LEAST_RANGES)
    const move = { ...wholeTable(servers, options.rows), ranges }
    await raceIntoPostgres('resume', options, servers, resumeContenders(move, count))
  })

interface RangedMove extends MeasuredMove {
  readonly entity: string
  readonly target: string
  readonly ranges: NonNullable<MeasuredMove['ranges']>
}

/** @param count of its ranges */
export const resumeContenders = (move: RangedMove, count: number) => ({
  [OURS]: () => measureMove(move),
  'in one piece': () => measureMove({ ...move, ranges: IN_ONE_PIECE }),
  'the other half': async () => {
    const runId = String(Date.now())
    const fence = { flowId: 'bench', runId, epoch: BigInt(runId) }
    await dieAfterRanges({ ...move, fence, after: Math.floor(count / 2) })
    return measureMove({ ...move, runId })
  },
})
