import { benchRanges } from './bench-ranges.ts'
import { measureMove, OURS } from './race.ts'
import { type BenchOptions, raceIntoPostgres, wholeTable, withTwoPostgres } from './two-postgres.ts'

/** A table in ranges, moved by one worker, and by two and three at once; CPU and memory are those of the one that has the run. */
export const benchRangesWorkers = (options: BenchOptions): Promise<void> =>
  withTwoPostgres(options, async (servers) => {
    const { ranges } = await benchRanges(servers.source)
    const move = { ...wholeTable(servers, options.rows), ranges }
    await raceIntoPostgres('ranges-workers', options, servers, {
      [OURS]: () => measureMove(move),
      'two workers': () => measureMove({ ...move, helpers: 1 }),
      'three workers': () => measureMove({ ...move, helpers: 2 }),
    })
  })
