import type { TaskProcesses } from './task-processes.ts'
import { Turns } from './turns.ts'

/** Calls in processes at the same time; others wait for their turn. */
export const CALLS_AT_ONCE = { max: 12, maxOfAccount: 3 }

/** In seconds; a call that takes longer loses its process. */
const MAX_CALL_SECONDS = 120

export interface TaskCallOptions {
  /** In whose name it works: the account of the organization. */
  readonly account: string
  /** Of the caller, who may go away. */
  readonly signal: AbortSignal
  /** Its time limit, if it is not the usual one. */
  readonly seconds?: number
}

/** Does the work of a call of the API in a process of its account; `call` and the answer are plain. @throws what the work throws, or TaskProcessEnded */
export type PerformCall = (name: string, call: unknown, options: TaskCallOptions) => Promise<unknown>

export function makePerformCall(processes: Pick<TaskProcesses, 'perform'>): PerformCall {
  const turns = new Turns(CALLS_AT_ONCE)
  return (name, call, { account, signal, seconds = MAX_CALL_SECONDS }) =>
    turns.take(account, signal, () => processes.perform({ kind: 'call', name, call }, { account, signal, seconds }))
}
