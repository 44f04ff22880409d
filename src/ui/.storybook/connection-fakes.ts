import type { ConnectionOverview } from '../../core/connections/connection-overview.ts'
import { ago } from './ago.ts'
import type { Naming } from './naming.ts'

const TESTS = 30

/** A month of tests, two changes that runs found, and what a flow of every table moves. */
export function aConnectionHistory(named: Naming): ConnectionOverview {
  const found = (flowId: string, flowName: string, minutes: number) => ({
    ...{ at: ago(minutes), runId: 'run-1', flowId, flowName: named(flowName) },
    ...{ entity: named('public.orders'), target: named('public.orders') },
    columns: [{ side: 'source', is: 'added', name: 'note', type: 'text' } as const],
  })
  return {
    tests: Array.from({ length: TESTS }, (_, index) => ({
      at: ago((TESTS - index) * 1_440),
      ...(index % 9 === 4 ? { ok: false, stage: 'sign-in' } : { ok: true }),
      milliseconds: 40 + ((index * 37) % 90),
    })),
    changes: [
      found('flow-1', 'Orders to warehouse', 200),
      found('flow-2', 'Customers', 260),
      {
        ...found('flow-1', 'Orders to warehouse', 9_000),
        columns: [{ side: 'source', is: 'retyped', name: 'total', type: 'numeric(12,2)', before: 'numeric(8,2)' }],
      },
    ],
    tables: ['public.customers', 'public.orders', 'public.stock'].flatMap((name) =>
      ['flow-2', 'flow-3'].map((flowId, index) => ({
        ...{ flowId, entity: named(name), target: named(name) },
        ...{ rows: 1_204 * name.length, arrivedAt: ago(35 + index * 60) },
      })),
    ),
  }
}
