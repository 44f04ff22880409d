import type { Accounts } from './accounts.ts'
import type { FailedAttempts } from './failed-attempts.ts'
import type { OneTimeCodes } from './one-time-codes.ts'
import type { PasswordCost } from './password-hash.ts'
import type { Tokens } from './tokens.ts'

/** The common state of the service's calls. */
export interface IdentityState {
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly attempts: FailedAttempts
  /** The cost of a new password's hash. */
  readonly passwordCost: PasswordCost
  readonly links: OneTimeCodes<Link>
  readonly consents: OneTimeCodes<Consent>
  /** Delivers a link to the owner of an address. */
  readonly deliver: (link: Link, url: string) => void
  /** Called after a wrong password for an existing account. */
  readonly onWrongPassword: (attempt: {
    readonly uid: string
    readonly email: string
    readonly address: string
  }) => void
  /** The address of the service for browsers. */
  readonly origin: string
}

export type LinkKind = 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL'

/** The permission of a link that was sent to an address. */
export interface Link {
  readonly kind: LinkKind
  readonly localId: string
  readonly email: string
  readonly newEmail?: string | undefined
  /** The account's state when the link was created: a later password invalidates the link. */
  readonly passwordUpdatedAt: number
}

/** The result of the page in place of Google's. */
export interface Consent {
  readonly email: string
  readonly displayName?: string | undefined
  /** The name of an account that this consent creates; absent if it already exists. */
  readonly passwordHash?: string | undefined
}
