import type { RunStatus } from '../../src/core/catalog/runs/run-states.ts'
import { startRun } from '../../src/server/domain/runs/start-run.ts'
import { openDatabase } from '../../src/server/store/database/database.ts'
import { requestCancel } from '../../src/server/store/runs/runs.ts'
import { run } from '../support/run-sql.ts'
import type { AddedFlow } from './add-flow.ts'
import type { Servers } from './servers.ts'
import type { Ending, Worker } from './worker.ts'

/** As many attempts as the queue would make within a few minutes. */
export const MAX_ATTEMPTS = 8

/** What is known of a run, as the store has it. */
export interface RunEnd {
  readonly status: RunStatus
  readonly finished: boolean
  readonly error: { readonly code?: string; readonly message?: string; readonly hint?: string } | null
  readonly streams: unknown
  readonly attempts: readonly { readonly error: { readonly code: string } }[]
  readonly log: string
}

/** The queue's part is played by the trial, which knows at once when a worker is gone. @returns the id of a run that nobody has taken yet */
export async function queueRun({ api }: Servers, { organizationId, flowId }: AddedFlow): Promise<string> {
  const database = openDatabase({ databaseUrl: api.storeUrl, onError: () => {} })
  try {
    const { id } = await database.asSystem((query) =>
      startRun(query, { organizationId, flowId, trigger: 'api', work: { kind: 'move' } }),
    )
    return id
  } finally {
    await database.close()
  }
}

/** What a person does who does not want the run any more, as far as the store learns of it. */
export async function requestEnd({ api }: Servers, { organizationId }: AddedFlow, runId: string): Promise<void> {
  const database = openDatabase({ databaseUrl: api.storeUrl, onError: () => {} })
  try {
    await database.asSystem((query) => requestCancel(query, organizationId, runId))
  } finally {
    await database.close()
  }
}

/** Gives a run to workers until it is over, or until it should long have been. */
export async function carryOn(
  servers: Servers,
  runId: string,
  take: () => Promise<Worker>,
  onEnding: (ending: Ending) => void,
): Promise<RunEnd> {
  let end = await endOf(servers, runId)
  for (let attempt = 1; !end.finished && attempt < MAX_ATTEMPTS; attempt++) {
    onEnding(await (await take()).execute(runId))
    end = await endOf(servers, runId)
  }
  return end
}

async function endOf({ api }: Servers, runId: string): Promise<RunEnd> {
  const [row] = await run<RunEnd>(
    api.storeUrl,
    `select status, finished_at is not null as finished, error, attempts,
       (select jsonb_agg(stream order by ordinal) from millrace.run_streams where run_id = runs.id) as streams,
       (select coalesce(string_agg(message, ' '), '') from millrace.run_log where run_id = runs.id) as log
     from millrace.runs where id = $1`,
    [runId],
  )
  if (!row) throw new Error('there is no such run')
  return row
}
