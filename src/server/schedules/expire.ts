import type { Log } from '../host/log.ts'
import { expireAlertDeliveries } from '../store/alerts/alert-deliveries.ts'
import { expireSpending } from '../store/budgets/spending.ts'
import { expireConnectionTests } from '../store/connections/connection-tests.ts'
import type { Database, Query } from '../store/database/database.ts'
import { expireBatches } from '../store/flows/batches.ts'
import { expireFlowProposals } from '../store/flows/flow-proposals.ts'
import { expireMirrorWindows } from '../store/mirrors/mirror-windows.ts'
import { expireAudit } from '../store/organizations/audit.ts'
import { deleteFullRates } from '../store/organizations/call-rates.ts'
import { expireRequestKeys } from '../store/organizations/request-keys.ts'
import { expireRejectedRows } from '../store/rejects/rejected-rows.ts'
import { expireRunLog, expireRuns } from '../store/runs/expire-runs.ts'
import { expireKeptAnswers } from '../store/runs/kept-answers.ts'
import { expireUsage } from '../store/runs/usage.ts'

/** How many days something is kept; absent: forever. */
export interface Retention {
  readonly runs?: number
  readonly runLog?: number
  readonly audit?: number
}

type Expire = (query: Query, batch: { readonly days: number; readonly limit: number }) => Promise<number>

/** Rows of one transaction: far below a second, even with all that belongs to a run. */
const RUNS = 100
const ROWS = 2_000

/** The usage of a month is shown until its end. */
const USAGE_DAYS = 62

/** A window of a mirror may be one of each minute. */
const WINDOW_DAYS = 30

/** Deletes what has expired, in small transactions, so that nobody waits for it. */
export async function expire(database: Database, { runs, runLog, audit }: Retention, log: Log): Promise<void> {
  await database.asSystem(expireRejectedRows)
  await database.asSystem(expireAlertDeliveries)
  await database.asSystem(expireSpending)
  await database.asSystem(expireKeptAnswers)
  await database.asSystem(deleteFullRates)
  await database.asSystem(expireRequestKeys)
  await database.asSystem(expireFlowProposals)
  await database.asSystem(expireBatches)
  const all = async (what: Expire, days: number | undefined, limit: number): Promise<number> => {
    if (days === undefined) return 0
    for (let total = 0; ; ) {
      const gone = await database.asSystem((query) => what(query, { days, limit }))
      total += gone
      if (gone < limit) return total
    }
  }
  const gone = {
    lines: await all(expireRunLog, runLog, ROWS),
    runs: await all(expireRuns, runs, RUNS),
    tests: await all(expireConnectionTests, runs, ROWS),
    usage: await all(expireUsage, runs && Math.max(runs, USAGE_DAYS), ROWS),
    windows: await all(expireMirrorWindows, WINDOW_DAYS, ROWS),
    events: await all(expireAudit, audit, ROWS),
  }
  if (Object.values(gone).some((count) => count > 0)) log.info('expired rows are deleted', gone)
}
