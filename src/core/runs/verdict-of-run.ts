import { type RunVerdict, verdictOf } from '../catalog/runs/verdict/run-verdict.ts'
import type { Run, RunSummary } from './run.ts'
import { totalsOf } from './run-totals.ts'
import { isSkipped } from './scheduled-run.ts'

/** A run as a page or list has it, or the last run of a flow, of which only the figures are known. */
export function verdictOfRun(run: Run | RunSummary): RunVerdict {
  if (!('kind' in run)) return verdictOf(run)
  const { streams: tables, succeeded, failed, ...totals } = totalsOf(run)
  return verdictOf({
    ...totals,
    status: run.status,
    kind: run.kind,
    isSkipped: isSkipped(run),
    tables,
    tablesOver: succeeded + failed,
    isReading: run.streams.some(({ status }) => status === 'pending' || status === 'running'),
  })
}
