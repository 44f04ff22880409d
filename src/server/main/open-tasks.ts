import type { PlainCall, TaskCallName } from '../http/task-call.ts'
import type { OpenedTasks, TaskAbove } from '../tasks/serve-tasks.ts'
import { keepMirrors } from '../worker/mirrors/mirror-keeper.ts'
import { openTaskRuntime } from './open-task-runtime.ts'
import { performRunsHere } from './perform-runs-here.ts'
import { mirrorLogOf } from './read-task-limits.ts'
import { performTaskCall } from './task-call-table.ts'
import { taskDepsOf } from './task-deps-of.ts'
import type { TaskSetup } from './task-setup.ts'

/** What a task process can do. */
export async function openTasks(setup: TaskSetup, above: TaskAbove): Promise<OpenedTasks> {
  const runtime = openTaskRuntime(setup, above)
  const runs = (cancel: AbortSignal) => performRunsHere(runtime, (_, act) => whenAborted(cancel, act))
  const deps = taskDepsOf(runtime)
  // Loaded by the few processes that keep mirrors: all others start a tenth earlier without it.
  const openFollow = async () => {
    const { makeFollowMirror } = await import('../worker/mirrors/follow-mirror.ts')
    return makeFollowMirror({
      ...runtime,
      confirmConsent: runtime.confirmConsent.ofConnection,
      logBytes: mirrorLogOf(runtime.config),
    })
  }
  if (setup.warmsSteps) runtime.stepProcesses.warm()
  return {
    perform: {
      run: ({ claimed }, { cancel, abort }) => {
        // A run opens its own, and may take hours.
        runtime.stepProcesses.endSpare()
        return runs(cancel).attempt(claimed, abort)
      },
      assist: ({ share, worker }, { cancel, enough, abort }) =>
        runs(cancel).assistRun(share, { worker, enough, signal: abort }),
      mirrors: async ({ account, heldBy }, { enough, abort }) => {
        runtime.stepProcesses.endSpare()
        await keepMirrors({ ...runtime, account, heldBy, follow: await openFollow(), signals: { enough, abort } })
      },
      call: ({ name, call }, { abort }) => performTaskCall(deps, name as TaskCallName, call as PlainCall, abort),
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
