import type { StepChoice } from '../../src/core/catalog/transformations/step-choices.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { BENCH_TABLE } from './bench-table.ts'
import { psqlPipe } from './psql.ts'
import { measureMove, OURS, race, report } from './race.ts'
import { type BenchOptions, run, wholeTable, withTwoPostgres } from './two-postgres.ts'

const JOIN: Step = {
  id: 'join',
  type: 'join',
  settings: {
    stream: 'public.customers',
    on: [{ column: 'customer', other: 'id' }],
    columns: ['label'],
    rows: 'all',
  },
}
const FIRST: Step = {
  id: 'first',
  type: 'deduplicate',
  settings: { by: ['customer'], keep: [{ column: 'at', direction: 'descending' }] },
}
/** As many groups as a hundredth of the rows. */
const GROUPS: Step = {
  id: 'groups',
  type: 'aggregate',
  settings: {
    by: ['customer', 'paid'],
    measures: [
      { name: 'orders', function: 'count' },
      { name: 'sum', function: 'sum', column: 'total' },
      { name: 'last', function: 'max', column: 'at' },
    ],
  },
}

/** Steps that combine rows, in Millrace and in the destination, beside the text pipe of psql that moves the rows unchanged. */
export const benchStepsAtDestination = ({ rows, rounds, hasKey }: BenchOptions): Promise<void> =>
  withTwoPostgres({ rows, hasKey }, async (servers) => {
    await run(
      servers.source,
      `CREATE TABLE customers AS SELECT n AS id, 'label ' || n AS label FROM generate_series(0, 99999) n`,
      'VACUUM ANALYZE customers',
    )
    const count = async (columns: string) => {
      const found = await run(
        servers.source,
        `SELECT count(*)::int AS n FROM (SELECT DISTINCT ${columns} FROM bench) g`,
      )
      return Number(Object.values(found[0] ?? {})[0])
    }
    const [groups, customers] = [await count('customer, paid'), await count('customer')]
    const through = (step: Step, place: StepChoice, rowsLeft: number) => () => {
      const steps = [{ ...step, settings: { ...step.settings, runs_in: place } }]
      return measureMove({ ...wholeTable(servers, rowsLeft), target: 'public.changed', steps })
    }
    const contenders = {
      'psql text pipe': () => psqlPipe(servers),
      'joined in Millrace': through(JOIN, 'millrace', rows),
      'joined there': through(JOIN, 'destination', rows),
      'the first of each in Millrace': through(FIRST, 'millrace', customers),
      'the first of each there': through(FIRST, 'destination', customers),
      'grouped in Millrace': through(GROUPS, 'millrace', groups),
      [OURS]: through(GROUPS, 'destination', groups),
    }
    const before = () =>
      run(servers.destination, 'DROP TABLE IF EXISTS bench, changed', BENCH_TABLE(hasKey), 'CHECKPOINT')
    report('steps-at-destination', rows, await race(contenders, rounds, before))
  })
