import { defined } from '../../../core/catalog/defined.ts'
import type { RunLogFilter, RunLogLine, RunLogPage } from '../../../core/runs/run.ts'
import type { RunCalls } from '../../../core/runs/run-calls.ts'
import { unwrap } from '../../services/unwrap.ts'

/** All pages of a log as one. */
export async function wholeLog(
  fetchRunLog: RunCalls['fetchRunLog'],
  runId: string,
  filter: RunLogFilter,
): Promise<RunLogPage> {
  const lines: RunLogLine[] = []
  let page: RunLogPage
  let cursor: string | undefined
  do {
    page = await unwrap(fetchRunLog(runId, { ...filter, ...defined({ cursor }) }))
    for (const line of page.lines) lines.push(line)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return defined({ lines, counts: page.counts })
}
