import { countedRows } from '../../../core/catalog/counted.ts'
import { RUN_KINDS, type RunKind } from '../../../core/catalog/runs/run-kinds.ts'
import { verdictOf } from '../../../core/catalog/runs/verdict/run-verdict.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { forgetFailedTests } from '../../store/connections/connections.ts'
import type { Query } from '../../store/database/database.ts'
import { recordAwaitedRun } from '../../store/flows/awaited-runs.ts'
import { lockFlow } from '../../store/flows/flow-health.ts'
import { saveStreamPositions } from '../../store/flows/stream-positions.ts'
import { forgetRejectedOfFailed, forgetReplayed } from '../../store/rejects/rejected-rows.ts'
import { insertLogLines } from '../../store/runs/run-log.ts'
import type { RunRow, RunTotalsRow } from '../../store/runs/run-rows.ts'
import { saveRunServers } from '../../store/runs/run-servers.ts'
import { countUsage } from '../../store/runs/usage.ts'
import { raiseRunAlerts } from '../alerts/raise-run-alerts.ts'
import { settleRows } from '../budgets/settle-rows.ts'
import { raiseLineageEnd } from '../lineage/raise-lineage.ts'
import type { RunOutcome } from './run-outcome.ts'
import { type ProgressChanges, saveProgress } from './save-progress.ts'

/**
 * Ends a run, once: the same transaction writes the last line of its log, its alerts, its usage, the position for the next run, and which flows start
 * after it. Nothing for a run that has already ended, belongs to another attempt, or is gone with its organization.
 */
export async function endRun(query: Query, run: RunRow, changes: ProgressChanges, outcome: RunOutcome): Promise<void> {
  const { id: runId, work } = run
  await lockFlow(query, run.flow_id)
  if (!(await saveProgress(query, run, changes, outcome))) return
  const text = endLine(outcome, changes.totals, work.kind)
  await insertLogLines(query, run.organization_id, runId, [{ level: 'info', text }])
  if (outcome.status === 'succeeded') await forgetFailedTests(query, runId)
  await saveRunServers(query, runId, changes.servers)
  await countUsage(query, runId)
  await settleRows(query, run)
  await raiseRunAlerts(query, runId)
  await raiseLineageEnd(query, runId)
  await recordAwaitedRun(query, runId)
  await forgetRejectedOfFailed(query, runId)
  if (work.kind === 'replay') await forgetReplayed(query, work.of, runId, work.mends !== undefined)
  if (RUN_KINDS[work.kind].movesPosition) await saveStreamPositions(query, run)
}

/** The last line of the log. Errors have lines of their own. */
function endLine({ status }: RunOutcome, totals: RunTotalsRow, kind: RunKind): Sentence {
  switch (RUN_KINDS[kind].result) {
    case 'compared':
      return endOfComparison(status, totals)
    case 'predicted':
      return endOfDryRun(status, totals)
    case 'written':
      return endOfMove(status, totals)
  }
}

function endOfMove(
  status: RunOutcome['status'],
  { streams, succeeded, rows_written: rows, rows_read: rowsRead, rows_rejected: rowsRejected }: RunTotalsRow,
): Sentence {
  const { rejected } = verdictOf({ status, rowsRead, rowsRejected })
  if (status === 'succeeded' && rejected)
    return sentence`The run has succeeded: ${countedRows(rows)} written, ${rejected.rows} rejected (${rejected.percent} %).`
  if (status === 'succeeded') return sentence`The run has succeeded, and has written ${countedRows(rows)}.`
  if (status === 'failed') return sentence`The run has failed.`
  if (status === 'cancelled') return sentence`The run was stopped: ${succeeded} of ${streams} tables arrived.`
  return succeeded === streams
    ? sentence`All tables arrived, but not what comes after them.`
    : sentence`The run has partly succeeded: ${succeeded} of ${streams} tables arrived.`
}

function endOfComparison(
  status: RunOutcome['status'],
  { succeeded: compared, streams: tables, rows_differing: rows }: RunTotalsRow,
): Sentence {
  const { name } = verdictOf({ status, kind: 'compare', rowsDiffering: rows })
  if (name === 'same') return sentence`Both sides are the same. Nothing was written.`
  if (status === 'succeeded' && rows !== undefined)
    return sentence`Both sides differ in ${countedRows(rows)}. Nothing was written.`
  if (status === 'succeeded') return sentence`The comparison has ended. Nothing was written.`
  if (status === 'failed') return sentence`The comparison has failed. Nothing was written.`
  if (status === 'cancelled')
    return sentence`The comparison was stopped: ${compared} of ${tables} tables were compared. Nothing was written.`
  return sentence`The comparison has ended: ${compared} of ${tables} tables were compared. Nothing was written.`
}

function endOfDryRun(
  status: RunOutcome['status'],
  { succeeded, streams: tables, would_stop: wouldStop }: RunTotalsRow,
): Sentence {
  if (status === 'succeeded' && wouldStop)
    return sentence`The dry run has ended: a run would stop. Nothing was written.`
  if (status === 'succeeded') return sentence`The dry run has succeeded. Nothing was written.`
  if (status === 'failed') return sentence`The dry run has ended: a run would fail. Nothing was written.`
  if (status === 'cancelled')
    return sentence`The dry run was stopped: ${succeeded} of ${tables} tables were tried. Nothing was written.`
  return sentence`The dry run has ended: ${succeeded} of ${tables} tables would arrive. Nothing was written.`
}
