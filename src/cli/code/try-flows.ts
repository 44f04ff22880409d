import type { TriedFlowResponse } from '../../contract/code.ts'
import { ROUTES } from '../../contract/routes.ts'
import type { RunResponse } from '../../contract/runs.ts'
import { defined } from '../../core/catalog/defined.ts'
import { MillraceError } from '../../sdk/millrace-error.ts'
import type { Session } from '../open-session.ts'
import { waitForRun } from '../wait-for-run.ts'
import { type ExampleKeys, exampleKeys } from './example-keys.ts'

/** A flow of a plan with what its dry run has found. */
export interface TriedRows extends Pick<TriedFlowResponse, 'name' | 'file' | 'action' | 'message'> {
  /** Absent: it was not tried, or it is not known how that ended; `message` says why. */
  readonly run?: RunResponse
  /** By the names of the tables. */
  readonly examples: Readonly<Record<string, ExampleKeys>>
}

interface Wanted {
  readonly files: { readonly name: string; readonly text: string }[]
  readonly secrets: Record<string, string>
  readonly prune: boolean
}

interface Trying {
  /** Of the plan that was shown. */
  readonly state: string
  /** Whether flows that do not change are tried, too. */
  readonly all: boolean
  /** Cancels the dry runs that have not ended, and starts no more. */
  readonly signal: AbortSignal
  /** Called with the number of flows so far. */
  readonly report: (done: number) => void
}

/**
 * Tries the flows of files by dry runs, a few at the same time. A flow that fails or cannot be tried says so, and the others go on.
 * @throws MillraceError when the server does not take the files, or the organization has changed since the plan
 */
export async function tryFlows(
  session: Pick<Session, 'call' | 'orgId'>,
  { files, secrets, prune }: Wanted,
  { state, all, signal, report }: Trying,
): Promise<readonly TriedRows[]> {
  const { call, orgId } = session
  const tried: TriedRows[] = []
  let cursor: string | undefined
  do {
    const body = { files, secrets, prune, state, all, ...defined({ cursor }) }
    const page = await call(ROUTES.tryCode, { params: { orgId }, body })
    tried.push(...(await Promise.all(page.flows.map((flow) => outcomeOf(session, flow, signal)))))
    report(tried.length)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && !signal.aborted)
  return tried
}

async function outcomeOf(
  session: Pick<Session, 'call' | 'orgId'>,
  { name, file, action, message, run_id: runId }: TriedFlowResponse,
  signal: AbortSignal,
): Promise<TriedRows> {
  const flow = { name, file, ...defined({ action }) }
  if (runId === undefined) return { ...flow, message: message ?? 'The server does not say why.', examples: {} }
  const { call, orgId } = session
  const cancel = () => void call(ROUTES.cancelRun, { params: { orgId, runId } }).catch(() => undefined)
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  try {
    const run = await waitForRun(session, runId, QUIET)
    return { ...flow, run, examples: await examplesOf(session, run) }
  } catch (error) {
    if (!(error instanceof MillraceError)) throw error
    return { ...flow, message: error.message, examples: {} }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Several are followed at the same time, so that none has the line of the terminal. */
const QUIET = { isTerminal: false, write: () => undefined }

/** Nothing for a key that may not see rows. */
async function examplesOf(
  { call, orgId }: Pick<Session, 'call' | 'orgId'>,
  { id: runId, streams = [], flow }: RunResponse,
): Promise<TriedRows['examples']> {
  const examples: Record<string, ExampleKeys> = {}
  for (const { entity, difference } of streams) {
    if (!difference || difference.created + difference.changed + difference.removed === 0) continue
    const found = await call(ROUTES.listRowChanges, { params: { orgId, runId }, query: { entity } }).catch(isRefused)
    const key = flow?.config.streams.find((stream) => stream.entity === entity)?.['key']
    const columns = Array.isArray(key) ? key.filter((column) => typeof column === 'string') : []
    if (found) examples[entity] = exampleKeys(found, columns)
  }
  return examples
}

function isRefused(error: unknown): undefined {
  if (!(error instanceof MillraceError)) throw error
}
