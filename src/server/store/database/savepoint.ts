import type { Query } from './database.ts'

/** Undoes what the work did if it fails; the transaction goes on. @throws what the work throws */
export async function attempt<T>(query: Query, work: () => Promise<T>): Promise<T> {
  await query('savepoint attempt')
  try {
    const result = await work()
    await query('release savepoint attempt')
    return result
  } catch (error) {
    // Released as well, so that an attempt around this one undoes its own work, and not only this one's.
    await query('rollback to savepoint attempt')
    await query('release savepoint attempt')
    throw error
  }
}

/** Does the work, and undoes it: what it returns says what would happen. */
export async function rehearse<T>(query: Query, work: () => Promise<T>): Promise<T> {
  await query('savepoint rehearsal')
  const result = await work()
  await query('rollback to savepoint rehearsal')
  return result
}
