import { sentence } from '../../core/catalog/sentence.ts'
import type { Log } from '../host/log.ts'
import type { Database } from '../store/database/database.ts'
import { accountOf } from '../store/organizations/call-rates.ts'
import { releaseRun } from '../store/runs/run-attempts.ts'
import { insertLogLines } from '../store/runs/run-log.ts'
import type { RunRow } from '../store/runs/run-rows.ts'
import type { AssistRun } from '../worker/runs/assist-run.ts'
import type { AttemptRun, AttemptRunDeps } from '../worker/runs/attempt-run.ts'
import { LeftInQueue } from '../worker/runs/left-in-queue.ts'
import { TaskProcessEnded } from './task-process-ended.ts'
import type { TaskProcesses } from './task-processes.ts'

interface Deps {
  readonly tasks: Pick<TaskProcesses, 'perform'>
  readonly database: Database
  readonly log: Log
  readonly onCancel: AttemptRunDeps['onCancel']
}

/** Moves rows in processes of their own: one that ends takes one attempt of one run with it. */
export function performRunsInProcesses({ tasks, database, log, onCancel }: Deps): {
  readonly attempt: AttemptRun
  readonly assistRun: AssistRun
} {
  const accountFor = (organizationId: string) => database.asSystem((query) => accountOf(query, organizationId))
  return {
    attempt: async (claimed, lost) => {
      const { run } = claimed
      const account = await accountFor(run.organization_id).catch(async (error: unknown) => {
        // Nothing has begun, and nobody has died.
        await release(database, run).catch(() => undefined)
        throw error
      })
      const cancelled = new AbortController()
      const forget = onCancel(run.id, () => cancelled.abort())
      try {
        await tasks.perform({ kind: 'run', claimed }, { account, signal: lost, cancelled: cancelled.signal })
      } catch (error) {
        const ended = error instanceof TaskProcessEnded ? error : undefined
        if (!ended && error !== lost.reason) throw error
        // Who stops a process that gives its run back need not be woken.
        if (ended) log[ended.reason === 'stopped' ? 'info' : 'error']('The process of a run has ended.', ended.fields)
        await settleAttempt(database, run, ended)
        throw new LeftInQueue(ended?.message ?? 'the run was handed back')
      } finally {
        forget()
      }
    },
    assistRun: async (share, { worker, enough, signal }) => {
      const account = await accountFor(share.organization_id)
      await tasks.perform({ kind: 'assist', share, worker }, { account, signal, enough })
    },
  }
}

const release = (database: Database, run: RunRow): Promise<unknown> =>
  database.asSystem((query) => releaseRun(query, run.id, run.epoch))

/** After an attempt whose process cannot do it. A run that ended its process has lost an attempt, any other has not. */
async function settleAttempt(database: Database, run: RunRow, ended: TaskProcessEnded | undefined): Promise<void> {
  if (!ended?.hasBegun || ended.reason === 'stopped') {
    await release(database, run)
    return
  }
  const text =
    ended.reason === 'memory'
      ? sentence`The process that moved the rows used more than ${ended.memory} MB of memory, and was ended.`
      : sentence`The process that moved the rows has ended by itself.`
  await database.asSystem((query) => insertLogLines(query, run.organization_id, run.id, [{ level: 'error', text }]))
}
