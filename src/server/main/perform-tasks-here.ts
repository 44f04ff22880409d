import type { PlainCall, TaskCallName } from '../http/task-call.ts'
import type { TaskDeps } from '../http/task-handlers/task-deps.ts'
import { errorFrom, toSentError } from '../tasks/sent-error.ts'
import type { TaskProcesses } from '../tasks/task-processes.ts'
import { performTaskCall } from './task-call-table.ts'

/** Does the work of calls in this process. What goes in and comes out is the same as between processes. */
export const performTasksHere = (deps: TaskDeps): Pick<TaskProcesses, 'perform'> => ({
  perform: async (task, { signal }) => {
    if (task.kind !== 'call') throw new Error('only calls are done here')
    try {
      const { name, call } = structuredClone(task)
      return structuredClone(await performTaskCall(deps, name as TaskCallName, call as PlainCall, signal))
    } catch (error) {
      throw errorFrom(structuredClone(toSentError(error)))
    }
  },
})
