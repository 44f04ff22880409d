import type { OpenedTasks, TaskAbove } from '../tasks/serve-tasks.ts'
import { makeEnqueueAgain } from '../worker/runs/enqueue-again.ts'
import { openTaskRuntime } from './open-task-runtime.ts'
import { performRunsHere } from './perform-runs-here.ts'
import { TASK_CALLS } from './task-call-table.ts'
import type { TaskSetup } from './task-setup.ts'

/** What a task process can do. */
export async function openTasks(setup: TaskSetup, above: TaskAbove): Promise<OpenedTasks> {
  const runtime = openTaskRuntime(setup, above)
  const runs = (cancel: AbortSignal) =>
    performRunsHere({ ...runtime, enqueueAgain: makeEnqueueAgain(runtime.databaseUrl) }, (_, act) =>
      whenAborted(cancel, act),
    )
  return {
    perform: {
      run: ({ claimed }, { cancel, abort }) => runs(cancel).attempt(claimed, abort),
      assist: ({ share, worker }, { cancel, enough, abort }) =>
        runs(cancel).assistRun(share, { worker, enough, signal: abort }),
      call: async ({ name, call }, wishes) => {
        const load = TASK_CALLS[name]
        if (!load) throw new Error(`no call ${name} is known here`)
        return (await load())(runtime, call, wishes)
      },
    },
    // Rows of the last account may be in the memory of a process for steps.
    forget: async () => runtime.stepProcesses.endSpare(),
  }
}

/** @returns a function that ends it */
function whenAborted(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
  return () => signal.removeEventListener('abort', act)
}
