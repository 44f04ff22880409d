import { AsyncLocalStorage } from 'node:async_hooks'

import { Turns } from '../../host/turns.ts'

/** A pool of fewer belongs to one account, or does the same short work for all. */
const SHARED_FROM = 8

/** Of a shared pool, for transactions within others. */
const KEPT_FREE = 2

/** As long as for a session. */
const LONGEST_WAIT_MS = 10_000

const NEVER = new AbortController().signal

const accounts = new AsyncLocalStorage<string>()

/** Does the work of a call, all of whose transactions count for this account: one with many organizations has the places of one. */
export const inNameOf = <T>(account: string, work: () => T): T => accounts.run(account, work)

/**
 * Lets transactions wait for their turn, so that whatever one account asks for, others get a session after the next one that ends. A transaction
 * within another one waits for nobody: the other one would wait for it, and in the end every session for another.
 */
export function makeInTurn(connections: number) {
  if (connections < SHARED_FROM) return <T>(_caller: string | undefined, work: () => Promise<T>): Promise<T> => work()
  const turns = new Turns({ max: connections - KEPT_FREE, maxOfAccount: Math.floor(connections / 3) })
  const outer = new AsyncLocalStorage<true>()
  let ofSystem = 0
  return <T>(caller: string | undefined, work: () => Promise<T>): Promise<T> => {
    if (outer.getStore()) return work()
    // Outside of calls the system works for all, so none of its transactions counts for another one.
    const account = accounts.getStore() ?? caller ?? `system ${ofSystem++}`
    return turns.take({ account, signal: NEVER, maxWaitMs: LONGEST_WAIT_MS }, () => outer.run(true, work))
  }
}
