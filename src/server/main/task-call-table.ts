import type { Wishes } from '../tasks/serve-tasks.ts'
import type { TaskRuntime } from './open-task-runtime.ts'

/** The work of one call of the API. What it gets and what it returns is plain. @throws RequestError, ConnectorError */
export type TaskCall = (runtime: TaskRuntime, call: unknown, wishes: Wishes) => Promise<unknown>

/** Which calls have their work here, by name. Each loads its code when it is first needed. */
export const TASK_CALLS: Readonly<Record<string, () => Promise<TaskCall>>> = {}
