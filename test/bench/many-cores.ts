import { benchRanges } from './bench-ranges.ts'
import { psqlPipe } from './psql.ts'
import { measureMove, OURS } from './race.ts'
import { canSlowCores, slowCores } from './slower-cores.ts'
import { type BenchOptions, raceIntoPostgres, wholeTable, withTwoPostgres } from './two-postgres.ts'

const CORES = 8

/** A table in ranges, by one session and by several at once, where servers and worker have cores to spare. */
export async function benchManyCores(options: BenchOptions): Promise<void> {
  if (!canSlowCores())
    return console.log('Cores are slowed by control groups of Linux, version 1, which root alone may set.')
  await withTwoPostgres(options, async (servers) => {
    const { ranges } = await benchRanges(servers.source)
    const inRanges = (atOnce: number) => () =>
      measureMove({ ...wholeTable(servers, options.rows), ranges: { ...ranges, atOnce } })
    const end = slowCores(CORES)
    try {
      await raceIntoPostgres('many-cores', options, servers, {
        'psql text pipe': () => psqlPipe(servers),
        'psql binary pipe': () => psqlPipe(servers, ' (FORMAT binary)'),
        'one range at once': inRanges(1),
        'two at once': inRanges(2),
        [OURS]: inRanges(4),
      })
    } finally {
      await end()
    }
  })
}
