import { LINEAGE } from '../../../core/catalog/alert-events.ts'
import { insertAlertDeliveries } from '../../store/alerts/alert-deliveries.ts'
import type { Query } from '../../store/database/database.ts'
import { deleteRunLineage, findLineageRun, type LineageRunRow, listEndedLineage } from '../../store/runs/run-lineage.ts'
import { listFailures } from '../../store/runs/run-streams.ts'
import { type LineageEvent, type LineageState, lineageEvent } from './lineage-event.ts'

/** Tables in one event: each has all of its columns. A run of more sends several. */
const TABLES = 50

/** Named failures of tables. */
const NAMED = 20

/** Tells the channels for lineage that a run has begun, within the transaction that begins its first attempt. */
export async function raiseLineageStart(query: Query, runId: string): Promise<void> {
  const run = await findLineageRun(query, runId)
  if (run?.started_at) await send(query, run, lineageEvent(run, { eventType: 'START', at: run.started_at }))
}

const END = {
  succeeded: 'COMPLETE',
  partially_succeeded: 'FAIL',
  failed: 'FAIL',
  cancelled: 'ABORT',
} as const satisfies Readonly<Record<string, LineageEvent['eventType']>>

/** Tells them how it ended, and which tables were made from which columns, within the transaction that ends it. */
export async function raiseLineageEnd(query: Query, runId: string): Promise<void> {
  const run = await findLineageRun(query, runId)
  // A cancel was asked for: the run goes on until it has stopped, and tells then.
  if (run && !run.finished_at) return
  const eventType = run && END[run.status as keyof typeof END]
  if (run?.finished_at && eventType) {
    const failures = await listFailures(query, runId, NAMED)
    const last: LineageState = { eventType, at: run.finished_at, failures }
    let after = -1
    for (;;) {
      const tables = await listEndedLineage(query, runId, after, TABLES)
      after = tables.at(-1)?.ordinal ?? after
      const isLast = tables.length < TABLES
      // Catalogues add the tables of several events up.
      const state: LineageState = isLast ? last : { eventType: 'RUNNING', at: run.finished_at }
      await send(query, run, lineageEvent(run, state, tables))
      if (isLast) break
    }
  }
  await deleteRunLineage(query, runId)
}

const send = (query: Query, run: LineageRunRow, lineage: LineageEvent) =>
  insertAlertDeliveries(query, {
    event: LINEAGE,
    organizationId: run.organization_id,
    flowId: run.flow_id,
    message: {
      type: 'flow.lineage',
      raised_at: lineage.eventTime,
      organization: { id: run.organization_id, name: run.organization_name },
      flow: { id: run.flow_id, name: run.flow_name },
      lineage,
    },
  })
