import { readFile } from 'node:fs/promises'

import { writeDurably } from '../../start/durable-file.ts'
import { errorCode, StartFailure } from '../../start/start-failure.ts'
import type { EmulatorAccount, EmulatorProject } from './firebase-emulator.ts'

/** Providers that the emulator derives from the account's own e-mail, password and phone number. */
const DERIVED = ['password', 'phone']

/** Puts the accounts of the file, if there is one, into the project, with their ids, passwords and sessions. */
export async function restoreAccounts(path: string, project: EmulatorProject): Promise<void> {
  for (const account of await readAccounts(path)) {
    const providerUserInfo = (account.providerUserInfo ?? []).filter(({ providerId }) => !DERIVED.includes(providerId))
    project.createUserWithLocalId(account.localId, { ...account, providerUserInfo })
  }
}

async function readAccounts(path: string): Promise<readonly EmulatorAccount[]> {
  try {
    const { accounts } = JSON.parse(await readFile(path, 'utf8')) as { accounts: readonly EmulatorAccount[] }
    return accounts
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    if (error instanceof SyntaxError) {
      throw new StartFailure(
        `The accounts in ${path} are damaged; restore the file, or remove it to begin without accounts.`,
      )
    }
    throw error
  }
}

/**
 * Answers a function that settles once every change made before the call is on the disk, and rejects when it cannot be.
 * Calls that come while the file is being written share the next writing.
 */
export function makeKeepAccounts(path: string, project: EmulatorProject): () => Promise<void> {
  let written = ''
  let running: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined

  async function write(): Promise<void> {
    const accounts = project.queryUsers({}, { sortByField: 'localId', order: 'ASC' })
    const content = JSON.stringify({ accounts }, null, 1)
    if (content === written) return
    await writeDurably(path, content)
    written = content
  }

  return () => {
    waiting ??= running
      .catch(() => {})
      .then(() => {
        waiting = undefined
        running = write()
        return running
      })
    return waiting
  }
}
