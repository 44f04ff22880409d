import { join } from 'node:path'
import type { Log } from '../../host/log.ts'
import type { HostGuard } from '../../http/requests/host-guard.ts'
import { openAccounts } from './accounts.ts'
import { makeFailedAttempts } from './failed-attempts.ts'
import { type IdentityService, makeIdentityService } from './identity-service.ts'
import type { Consent, IdentityState, Link, LinkKind } from './identity-state.ts'
import { moveEmulatorAccounts } from './move-emulator-accounts.ts'
import { makeOneTimeCodes } from './one-time-codes.ts'
import { PASSWORD_COST, type PasswordCost } from './password-hash.ts'
import { keptSigningKey } from './signing-key.ts'
import { makeTokens } from './tokens.ts'

export interface IdentityOptions {
  readonly dataFolder: string
  readonly projectId: string
  /** The address of the service for browsers, such as `http://127.0.0.1:9099`. */
  readonly origin: string
  readonly guard: HostGuard
  /** Origins of the pages that may show the service's frame. */
  readonly pages: readonly string[]
  readonly log: Log
  readonly onWrongPassword: IdentityState['onWrongPassword']
  /** The cost of a new password's hash; by default a safe one. */
  readonly passwordCost?: PasswordCost
}

const LINK_MS = 60 * 60_000
const CONSENT_MS = 2 * 60_000

const PURPOSES: Readonly<Record<LinkKind, string>> = {
  PASSWORD_RESET: 'set a new password',
  VERIFY_EMAIL: 'confirm the address',
  VERIFY_AND_CHANGE_EMAIL: 'confirm the new address',
}

/** Opens the accounts of the data folder and the service that signs in with them. @throws StartFailure */
export async function openIdentity(options: IdentityOptions): Promise<IdentityService> {
  const { dataFolder, projectId, origin, log, onWrongPassword, passwordCost = PASSWORD_COST } = options
  const [key, accounts] = await Promise.all([
    keptSigningKey(dataFolder),
    openAccounts(join(dataFolder, 'local-accounts.json')),
  ])
  await moveEmulatorAccounts({ dataFolder, accounts, log, passwordCost })
  // No mail leaves a local installation: its operator reads the log, and passes on the link.
  const deliver = ({ kind, email, newEmail }: Link, url: string) =>
    log.info(`A link for ${newEmail ?? email} to ${PURPOSES[kind]}: ${url}`)
  const state: IdentityState = {
    accounts,
    tokens: makeTokens({ projectId, key, accounts }),
    attempts: makeFailedAttempts(),
    passwordCost,
    links: makeOneTimeCodes<Link>(LINK_MS),
    consents: makeOneTimeCodes<Consent>(CONSENT_MS),
    deliver,
    onWrongPassword,
    origin,
  }
  return makeIdentityService({ ...options, state, key })
}
