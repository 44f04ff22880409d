import { STEP_LIMITS, type StepLimits } from '../../src/engine/step-process/step-limits.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { BENCH_TABLE } from './bench-table.ts'
import type { Measurement } from './measure.ts'
import { memoryBelow } from './process-memory.ts'
import { psqlPipe } from './psql.ts'
import { measureMove, OURS, race, report } from './race.ts'
import { type BenchOptions, run, wholeTable, withTwoPostgres } from './two-postgres.ts'

const step = (type: Step['type'], settings: Step['settings']): Step => ({ id: type, type, settings })

const SORT = step('sort', { by: [{ column: 'total', direction: 'descending' }] })
const JOIN = step('join', {
  stream: 'public.customers',
  on: [{ column: 'customer', other: 'id' }],
  columns: ['label'],
  rows: 'all',
})
/** As many groups as a hundredth of the rows. */
const GROUPS = step('aggregate', {
  by: ['customer', 'paid'],
  measures: [
    { name: 'orders', function: 'count' },
    { name: 'sum', function: 'sum', column: 'total' },
    { name: 'last', function: 'max', column: 'at' },
  ],
})
const FEW = step('filter', { where: 'id % 10 = 0' })
const LOUD = step('compute', { columns: [{ name: 'loud', expression: 'upper(name)' }] })

const limits = (): StepLimits => ({
  ...STEP_LIMITS,
  memory: Number(process.env['STEP_MEMORY'] ?? STEP_LIMITS.memory),
  threads: Number(process.env['STEP_THREADS'] ?? STEP_LIMITS.threads),
  disk: Number(process.env['STEP_DISK'] ?? STEP_LIMITS.disk),
})

const LOOK_MS = 100

/** With the peak of the process of the steps, in place of that of the move. */
async function withStepMemory(measure: () => Promise<Measurement>): Promise<Measurement> {
  let peak = 0
  const looking = setInterval(() => {
    const steps = memoryBelow(process.pid).filter(({ command }) => command.includes('step-process/main.ts'))
    peak = Math.max(peak, ...steps.map(({ megabytes }) => megabytes))
  }, LOOK_MS)
  try {
    return { ...(await measure()), peakMegabytes: peak }
  } finally {
    clearInterval(looking)
  }
}

/** Steps that need all rows, beside the text pipe of psql that moves them unchanged, and a filter that the source does before a computed column. */
export const benchSteps = ({ rows, rounds, hasKey }: BenchOptions): Promise<void> =>
  withTwoPostgres({ rows, hasKey }, async (servers) => {
    await run(
      servers.source,
      `CREATE TABLE customers AS SELECT n AS id, 'label ' || n AS label FROM generate_series(0, 99999) n`,
      'VACUUM ANALYZE customers',
    )
    const [found] = (await run(
      servers.source,
      'SELECT count(*)::int AS groups FROM (SELECT DISTINCT customer, paid FROM bench) g',
    )) as { groups: number }[]
    const through = (steps: readonly Step[], rowsLeft: number) => () =>
      withStepMemory(() =>
        measureMove({ ...wholeTable(servers, rowsLeft), target: 'public.changed', steps, stepLimits: limits() }),
      )
    const contenders = {
      'psql text pipe': () => psqlPipe(servers),
      sorted: through([SORT], rows),
      joined: through([JOIN], rows),
      grouped: through([GROUPS], found?.groups ?? 0),
      'filter in Millrace': through([step('filter', { where: 'abs(id) % 10 = 0' }), LOUD], Math.floor(rows / 10)),
      [OURS]: through([FEW, LOUD], Math.floor(rows / 10)),
    }
    const before = () =>
      run(servers.destination, 'DROP TABLE IF EXISTS bench, changed', BENCH_TABLE(hasKey), 'CHECKPOINT')
    report('steps', rows, await race(contenders, rounds, before))
  })
