import type { Step } from '../../src/engine/transform/columns/step.ts'
import { makePostgresTables } from './many-tables.ts'
import { measureMove, OURS, race, report } from './race.ts'
import { canSlowCores, slowCores } from './slower-cores.ts'
import { type BenchOptions, endpointOf, run, withTwoPostgres } from './two-postgres.ts'

const TABLES = 48

/** Tables that are too small in all are given to nobody. */
const ROWS_EACH = 125_000

const MOST_ROUNDS = 3

/** What a worker does itself, so that its core is what a run waits for. */
const STEPS: readonly Step[] = [
  { id: 'hidden', type: 'mask', settings: { columns: [{ column: 'name', method: 'hash' }] } },
]

/** As many slower cores as servers and three workers can use. */
const CORES = 8

/** Many tables with a step, moved by one worker, and by two and three at once, where servers and workers have cores to spare. */
export async function benchStreamsWorkers(options: BenchOptions): Promise<void> {
  if (!canSlowCores())
    console.log(
      'Cores are slowed by control groups of Linux, version 1, which root alone may set: they are as they are.',
    )
  await withTwoPostgres({ ...options, rows: 1 }, async (servers) => {
    const { source, destination } = servers
    await run(source, 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public')
    await makePostgresTables(source, TABLES, ROWS_EACH)
    const rows = TABLES * ROWS_EACH
    const ends = { source: endpointOf(source), destination: endpointOf(destination) }
    const move = { ...ends, rows, steps: STEPS }
    const contenders = {
      [OURS]: () => measureMove(move),
      'two workers': () => measureMove({ ...move, streamHelpers: 1 }),
      'three workers': () => measureMove({ ...move, streamHelpers: 2 }),
    }
    const before = () => run(destination, 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public', 'CHECKPOINT')
    const end = canSlowCores() ? slowCores(CORES) : async () => {}
    try {
      report('streams-workers', rows, await race(contenders, Math.min(options.rounds, MOST_ROUNDS), before))
    } finally {
      await end()
    }
  })
}
