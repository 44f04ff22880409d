import { Turns } from '../host/turns.ts'
import type { TaskProcesses } from './task-processes.ts'

/** Places for calls at the same time; others wait for their turn. */
export const CALLS_AT_ONCE = { max: 12, maxOfAccount: 6 }

/** A call takes two; one that also has a process for steps takes three, so that their memory is limited together. */
const PLACES = 2
const PLACES_WITH_STEPS = 3

/** In seconds; a call that takes longer loses its process. */
export const MAX_CALL_SECONDS = 120

/** How long somebody who looks at a page waits for a turn. */
const MAX_WAIT_MS = 10_000

export interface TaskCallOptions {
  /** In whose name it works: the account of the organization. */
  readonly account: string
  /** Of the caller, who may go away. */
  readonly signal: AbortSignal
  /** Whether it also has a process for steps. */
  readonly hasSteps?: boolean
  /** Nobody looks: it waits for its turn as long as it takes. */
  readonly isPatient?: boolean
  /** Its time limit, if it is not the usual one. */
  readonly seconds?: number
}

/** Does the work of a call of the API; `call` and the answer are plain. @throws what the work throws, NoTurn, or TaskProcessEnded */
export type PerformCall = (name: string, call: unknown, options: TaskCallOptions) => Promise<unknown>

export function makePerformCall(processes: Pick<TaskProcesses, 'perform'>, maxWaitMs = MAX_WAIT_MS): PerformCall {
  const turns = new Turns(CALLS_AT_ONCE)
  return (name, call, { account, signal, hasSteps = false, isPatient = false, seconds = MAX_CALL_SECONDS }) =>
    turns.take(
      {
        account,
        signal,
        places: hasSteps ? PLACES_WITH_STEPS : PLACES,
        maxWaitMs: isPatient ? undefined : maxWaitMs,
      },
      () => processes.perform({ kind: 'call', name, call }, { account, signal, seconds, yields: true }),
    )
}
