import type { OpenedTasks, TaskAbove } from '../tasks/serve-tasks.ts'
import { openTaskRuntime } from './open-task-runtime.ts'
import { TASK_CALLS } from './task-call-table.ts'
import type { TaskSetup } from './task-setup.ts'

/** What a task process can do. */
export async function openTasks(setup: TaskSetup, above: TaskAbove): Promise<OpenedTasks> {
  const runtime = openTaskRuntime(setup, above)
  return {
    perform: {
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
