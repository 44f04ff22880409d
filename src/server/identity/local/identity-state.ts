import type { Accounts } from './accounts.ts'
import type { FailedAttempts } from './failed-attempts.ts'
import type { OneTimeCodes } from './one-time-codes.ts'
import type { PasswordCost } from './password-hash.ts'
import type { Tokens } from './tokens.ts'

/** What the calls of the service share. */
export interface IdentityState {
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly attempts: FailedAttempts
  /** Of a new password. */
  readonly passwordCost: PasswordCost
  readonly links: OneTimeCodes<Link>
  readonly consents: OneTimeCodes<Consent>
  /** Hands a link to the owner of an address. */
  readonly deliver: (link: Link, url: string) => void
  /** Is told of a wrong password for an account that is there. */
  readonly onWrongPassword: (attempt: {
    readonly uid: string
    readonly email: string
    readonly address: string
  }) => void
  /** Where browsers reach the service. */
  readonly origin: string
}

export type LinkKind = 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL'

/** What a link that was sent to an address may do. */
export interface Link {
  readonly kind: LinkKind
  readonly localId: string
  readonly email: string
  readonly newEmail?: string | undefined
  /** Of the account when the link was made: a password that was set since has ended it. */
  readonly passwordUpdatedAt: number
}

/** What was agreed to on the page that stands in for Google's. */
export interface Consent {
  readonly email: string
  readonly displayName?: string | undefined
  /** Of an account that this consent makes; absent where there is one already. */
  readonly passwordHash?: string | undefined
}
