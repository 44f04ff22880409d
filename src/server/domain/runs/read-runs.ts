import { type Database, ofOrganization, type Query } from '../../store/database/database.ts'
import { listRuns, type RunFilter } from '../../store/runs/list-runs.ts'
import { countLogLines, type LogPage, listLogLines } from '../../store/runs/run-log.ts'
import type { ListedRunRow, RunRow } from '../../store/runs/run-rows.ts'
import { findRunStructure } from '../../store/runs/run-structures.ts'
import { findRun, findRunWithoutStreams } from '../../store/runs/runs.ts'
import { requireFlow } from '../flows/require-flow.ts'
import { notFound, unknownCursor } from '../request-error.ts'

/** @throws RequestError not found */
export async function readRun(database: Database, organizationId: string, runId: string): Promise<RunRow> {
  const run = await database.inOrganization(organizationId, (query) => findRun(query, organizationId, runId))
  if (!run) throw notFound()
  return run
}

/** A run, and what became of the structure. @throws RequestError not found */
export async function readRunStructure(database: Database, organizationId: string, runId: string) {
  const run = await readRun(database, organizationId, runId)
  return { run, objects: await database.inOrganization(organizationId, (query) => findRunStructure(query, run.id)) }
}

/** Newest first. @throws RequestError for an unknown cursor */
export const readRuns = ofOrganization(async (query, organizationId, filter: RunFilter) => {
  const runs = await listRuns(query, organizationId, filter)
  if (runs.length === 0) await refuseUnknownCursor(query, organizationId, filter)
  return runs
})

async function refuseUnknownCursor(query: Query, organizationId: string, { after }: RunFilter): Promise<void> {
  if (after !== undefined && !(await findRunWithoutStreams(query, organizationId, after))) throw unknownCursor()
}

/** Of one flow. @throws RequestError not found; for an unknown cursor */
export const readRunsOfFlow = (
  database: Database,
  organizationId: string,
  filter: RunFilter & { readonly flowId: string },
): Promise<ListedRunRow[]> =>
  database.inOrganization(organizationId, async (query) => {
    await requireFlow(query, organizationId, filter.flowId)
    const runs = await listRuns(query, organizationId, filter)
    if (runs.length === 0) await refuseUnknownCursor(query, organizationId, filter)
    return runs
  })

/** Lines of a run's log, with their total number. @throws RequestError not found */
export async function readRunLog(database: Database, organizationId: string, runId: string, page: LogPage) {
  const { id } = await readRun(database, organizationId, runId)
  return database.inOrganization(organizationId, async (query) => ({
    rows: await listLogLines(query, organizationId, id, page),
    counts: await countLogLines(query, organizationId, id, page),
  }))
}
