import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Log } from '../../host/log.ts'
import { errorCode, StartFailure } from '../../host/start-failure.ts'
import type { Account, Provider } from './account.ts'
import type { Accounts } from './accounts.ts'
import { hashPassword, type PasswordCost } from './password-hash.ts'

/** An account of earlier versions: in the format of the Auth emulator, with its password in clear text. */
interface EmulatorAccount {
  readonly localId: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly displayName?: string
  readonly photoUrl?: string
  readonly disabled?: boolean
  readonly salt?: string
  readonly passwordHash?: string
  readonly validSince?: string
  readonly createdAt?: string
  readonly lastLoginAt?: string
  readonly providerUserInfo?: readonly { readonly providerId: string; readonly rawId?: string }[]
}

interface Move {
  readonly dataFolder: string
  readonly accounts: Accounts
  readonly log: Log
  readonly passwordCost: PasswordCost
}

/**
 * Converts the accounts that an earlier version stored with its Auth emulator: same ids, hashed passwords. The file with
 * clear-text passwords is deleted after all are on the disk; if a start was interrupted before that, the next one repeats it.
 */
export async function moveEmulatorAccounts({ dataFolder, accounts, log, passwordCost }: Move): Promise<void> {
  const file = join(dataFolder, 'accounts.json')
  const found = await readEmulatorAccounts(file)
  if (!found) return
  const known = (account: EmulatorAccount) =>
    accounts.withId(account.localId) !== undefined || accounts.withEmail(emailOf(account)) !== undefined
  // Without an address, nobody could have signed in to Millrace.
  for (const account of found)
    if (account.email && !known(account)) await accounts.add(await moved(account, passwordCost))
  for (const name of ['accounts.json', 'accounts.json.new', 'firebase-tools', 'compile-cache'])
    await rm(join(dataFolder, name), { recursive: true, force: true })
  log.info('The local accounts have moved: their passwords are hashed now, and everybody signs in once more.', {
    accounts: found.length,
  })
}

async function readEmulatorAccounts(file: string): Promise<readonly EmulatorAccount[] | undefined> {
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as { accounts: readonly EmulatorAccount[] }).accounts
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    if (error instanceof SyntaxError) {
      throw new StartFailure(
        `The accounts in ${file} are damaged; restore the file, or remove it to begin without accounts.`,
      )
    }
    throw error
  }
}

async function moved(account: EmulatorAccount, cost: PasswordCost): Promise<Account> {
  const password = passwordOf(account)
  const google = account.providerUserInfo?.find(({ providerId }) => providerId === 'google.com')
  const validSince = Number(account.validSince ?? 0)
  const providers: Provider[] = [
    ...(password === undefined ? [] : ['password' as const]),
    ...(google ? ['google.com' as const] : []),
  ]
  return {
    localId: account.localId,
    email: emailOf(account),
    emailVerified: account.emailVerified ?? false,
    displayName: account.displayName,
    photoUrl: account.photoUrl,
    passwordHash: password === undefined ? undefined : await hashPassword(password, cost),
    passwordUpdatedAt: validSince * 1_000,
    providers,
    googleId: google?.rawId,
    validSince,
    disabled: account.disabled || undefined,
    createdAt: Number(account.createdAt ?? Date.now()),
    lastLoginAt: Number(account.lastLoginAt ?? Date.now()),
  }
}

const emailOf = ({ email = '' }: EmulatorAccount) => email.toLowerCase()

function passwordOf({ salt, passwordHash }: EmulatorAccount): string | undefined {
  const before = `fakeHash:salt=${salt}:password=`
  return passwordHash?.startsWith(before) ? passwordHash.slice(before.length) : undefined
}
