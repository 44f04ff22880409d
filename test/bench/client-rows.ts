const AT = '2026-01-01T06:00:00.000Z'

/** Flows as the API answers them, all between the same two ends. */
export const wireFlows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `flow-${index}`,
    name: `Flow ${String(index).padStart(5, '0')}`,
    enabled: true,
    version: 1,
    source_connection: { id: 'shop', name: 'Shop', type: 'postgres' },
    destination_connection: { id: 'warehouse', name: 'Warehouse', type: 'postgres' },
    config: { streams: [], transformations: [] },
    last_run: { id: `run-${index}`, status: 'succeeded', started_at: AT, finished_at: AT, rows_written: 12_400 },
    created_at: AT,
    updated_at: AT,
  }))

/** A flow with that many nodes, its two ends included. */
export const wireFlowOf = (nodes: number) => ({
  ...wireFlows(1)[0],
  config: {
    streams: [{ entity: 'public.orders', mode: 'replace' }],
    transformations: Array.from({ length: nodes - 2 }, (_, index) => ({
      id: `step-${index}`,
      type: 'limit',
      stream: 'public.orders',
      settings: { rows: 1_000 + index },
    })),
  },
})
