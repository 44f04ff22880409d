import { forgetFailedTests } from '../../store/connections/connections.ts'
import type { Query } from '../../store/database/database.ts'
import { type RunChange, saveRun } from '../../store/runs/runs.ts'
import { countUsage } from '../../store/runs/usage.ts'
import { raiseRunAlerts } from '../alerts/raise-run-alerts.ts'

/** Ends a run, once: with its end goes what is to be told of it, and what it has used. @returns false where it is over already, or another attempt's */
export async function endRun(query: Query, change: RunChange): Promise<boolean> {
  if (!(await saveRun(query, change))) return false
  if (change.status === 'succeeded') await forgetFailedTests(query, change.runId)
  await countUsage(query, change.runId)
  await raiseRunAlerts(query, change.runId)
  return true
}
