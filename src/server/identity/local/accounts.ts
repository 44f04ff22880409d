import { readFile } from 'node:fs/promises'

import { writeDurably } from '../../host/durable-file.ts'
import { errorCode, StartFailure } from '../../host/start-failure.ts'
import type { Account } from './account.ts'
import { IdentityError } from './identity-error.ts'

/** The accounts of this installation, in one file that only its owner can read. */
export interface Accounts {
  all(): readonly Account[]
  withId(localId: string): Account | undefined
  withEmail(email: string): Account | undefined
  /** @throws IdentityError EMAIL_EXISTS */
  add(account: Account): Promise<Account>
  /** @throws IdentityError USER_NOT_FOUND, EMAIL_EXISTS */
  change(localId: string, changes: Partial<Account>): Promise<Account>
  remove(localId: string): Promise<void>
}

/** Opens the file; every change is on the disk before it is visible, and before its promise resolves. */
export async function openAccounts(file: string): Promise<Accounts> {
  let accounts = await readAccounts(file)
  let last: Promise<unknown> = Promise.resolve()

  function edit<T>(work: (draft: Map<string, Account>) => T): Promise<T> {
    const turn = last.then(async () => {
      const draft = new Map(accounts)
      const result = work(draft)
      await writeDurably(file, JSON.stringify({ accounts: [...draft.values()] }, null, 1)).catch(() => {
        throw new IdentityError('UNAVAILABLE : The account could not be saved.', 503)
      })
      accounts = draft
      return result
    })
    last = turn.catch(() => {})
    return turn
  }

  return {
    all: () => [...accounts.values()],
    withId: (localId) => accounts.get(localId),
    withEmail: (email) => find(accounts, email),
    add: (account) =>
      edit((draft) => {
        if (find(draft, account.email)) throw new IdentityError('EMAIL_EXISTS')
        draft.set(account.localId, account)
        return account
      }),
    change: (localId, changes) =>
      edit((draft) => {
        const known = draft.get(localId)
        if (!known) throw new IdentityError('USER_NOT_FOUND')
        const other = changes.email === undefined ? undefined : find(draft, changes.email)
        if (other && other.localId !== localId) throw new IdentityError('EMAIL_EXISTS')
        const changed = { ...known, ...changes }
        draft.set(localId, changed)
        return changed
      }),
    remove: (localId) => edit((draft) => void draft.delete(localId)),
  }
}

const find = (accounts: ReadonlyMap<string, Account>, email: string): Account | undefined =>
  [...accounts.values()].find((account) => account.email === email)

async function readAccounts(file: string): Promise<Map<string, Account>> {
  try {
    const { accounts } = JSON.parse(await readFile(file, 'utf8')) as { accounts: readonly Account[] }
    return new Map(accounts.map((account) => [account.localId, account]))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return new Map()
    if (error instanceof SyntaxError || error instanceof TypeError) {
      throw new StartFailure(
        `The accounts in ${file} are damaged; restore the file, or remove it to begin without accounts.`,
      )
    }
    throw error
  }
}
