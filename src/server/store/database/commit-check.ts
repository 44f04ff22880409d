import { AsyncLocalStorage } from 'node:async_hooks'

import type { Query } from './database.ts'

/** @param hasChanged whether the transaction wrote or locked a row. @throws to undo the transaction */
type CommitCheck = (query: Query, hasChanged: boolean) => Promise<void>

const storage = new AsyncLocalStorage<{ check: CommitCheck | undefined }>()

/**
 * Each transaction of the work, at any depth of calls, asks the check as its last statement, after the checks of the work around it. What outlives
 * the work does not.
 */
export async function withCommitCheck<T>(check: CommitCheck, work: () => Promise<T>): Promise<T> {
  const around = storage.getStore()?.check
  const held: { check: CommitCheck | undefined } = {
    check: async (query, hasChanged) => {
      await around?.(query, hasChanged)
      await check(query, hasChanged)
    },
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
