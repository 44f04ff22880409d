import type { DrawnRun, FlowOverview } from '../../core/flows/overview/flow-overview.ts'
import { ago } from './ago.ts'
import type { Naming } from './naming.ts'
import type { Fakes } from './organization-fakes.ts'

const RUNS = 60
const TWO_HOURS = 120
const TABLES = [
  'public.orders',
  'public.order_items',
  'public.customers',
  'public.payments',
  'public.stock',
  'public.visits',
]

const statusOf = (index: number): DrawnRun['status'] => {
  if (index % 17 === 9) return 'failed'
  return index % 23 === 5 ? 'partially_succeeded' : 'succeeded'
}

function aDrawnRun(index: number): DrawnRun {
  const begun = (RUNS - 1 - index) * TWO_HOURS + 64
  const status = statusOf(index)
  return {
    id: index === RUNS - 1 ? 'run-1' : `drawn-${index}`,
    status,
    trigger: 'schedule',
    queuedAt: ago(begun + 1),
    startedAt: ago(begun),
    finishedAt: ago(begun - 2 - (index % 5)),
    rowsWritten: status === 'failed' ? 0 : 16_000 + ((index * 3_700) % 9_000),
    rowsRejected: index % 11 === 4 ? 1_400 : 0,
    madeFresh: status === 'succeeded',
  }
}

/** Five days of runs, with everything that can be seen of them. */
export function anOverview(named: Naming): FlowOverview {
  const runs = Array.from({ length: RUNS }, (_, index) => aDrawnRun(index))
  const targets = TABLES.map(named)
  const saved = (
    version: number,
    minutes: number,
    changes: NonNullable<FlowOverview['changes'][number]['saved']>['changes'],
  ) => ({
    version,
    savedAt: ago(minutes),
    savedBy: { uid: 'ada', name: named('Ada Lovelace') },
    ...(changes && { changes }),
  })
  const freshness = { path: ['freshness'], kind: 'changed', from: '12 hours', to: '6 hours' } as const
  return {
    lastSuccessAt: ago(62),
    successBeforeAt: ago(RUNS * TWO_HOURS + 60),
    runs,
    largestTables: targets.map((target, table) => ({
      target,
      rows: runs.map(({ rowsWritten }) => Math.round((rowsWritten * (6 - table)) / 24)),
    })),
    tables: targets.map((target, table) => ({
      entity: TABLES[table] ?? '',
      target,
      rows: 12_000 - table * 1_900,
      arrivedAt: ago(62 + table * 120),
      changedAt: ago(62 + table * 700),
    })),
    spending: {
      month: `${ago(0).slice(0, 7)}-01`,
      spent: { dollars: 0, rows: 812_400, mails: 0 },
      days: [{ day: `${ago(0).slice(0, 7)}-01`, dollars: 0, rows: 812_400, mails: 0 }],
    },
    changes: [
      { at: ago(90), of: 'flow', saved: saved(7, 90, [freshness]) },
      { at: ago(100), of: 'flow', saved: saved(6, 100, [freshness]) },
      {
        at: ago(400),
        of: 'columns',
        runId: 'drawn-57',
        entity: 'public.orders',
        target: 'public.orders',
        columns: [{ side: 'source', name: 'note', is: 'added', type: 'text' }],
      },
      {
        at: ago(9_000),
        of: 'connection',
        connection: { id: 'connection-1', name: named('Shop') },
        saved: saved(2, 9_000, []),
      },
      { at: ago(20_000), of: 'flow', saved: saved(1, 20_000, undefined) },
    ],
  }
}

export function fillOverviews({ flows }: Fakes, named: Naming): void {
  flows.overviews.set('flow-1', anOverview(named))
}
