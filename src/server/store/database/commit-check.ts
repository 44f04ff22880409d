import { AsyncLocalStorage } from 'node:async_hooks'

import type { Query } from './database.ts'

/** @param hasChanged whether the transaction wrote or locked a row. @throws to undo the transaction */
type Check = (query: Query, hasChanged: boolean) => Promise<void>

/** The key of a call that is done once, and who does it. */
export interface CallKey {
  readonly id: Uint8Array
  readonly attempt: string
}

const storage = new AsyncLocalStorage<{ check: Check | undefined; readonly key: CallKey | undefined }>()

/** The key of the caller's work, for another of our processes that does a part of it. */
export const currentKey = (): CallKey | undefined => storage.getStore()?.key

/**
 * Each transaction of the work, at any depth of calls, asks the check as its last statement, after the checks of the work around it. What outlives
 * the work does not.
 * @param key of which the check says that the work has changed something
 */
export async function withCommitCheck<T>(check: Check, work: () => Promise<T>, key?: CallKey): Promise<T> {
  const around = storage.getStore()
  const checkAround = around?.check
  const held: { check: Check | undefined; readonly key: CallKey | undefined } = {
    check: async (query, hasChanged) => {
      await checkAround?.(query, hasChanged)
      await check(query, hasChanged)
    },
    key: key ?? around?.key,
  }
  try {
    return await storage.run(held, work)
  } finally {
    held.check = undefined
  }
}

/** Until the end of the transaction, others that ask for the same name wait. */
export const takeTurn = (query: Query, name: string): Promise<object[]> =>
  query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])

/** The last statement of a transaction. @throws what the check throws */
export async function checkCommit(query: Query): Promise<void> {
  const check = storage.getStore()?.check
  if (!check) return
  // The scope of the transaction may be a person; the check is the server's own.
  const [state] = await query(
    `select pg_current_xact_id_if_assigned() is not null as changed, set_config('millrace.system', 'on', true)`,
  )
  await check(query, state?.['changed'] === true)
}
