/** Somebody whose account this installation keeps. */
export interface Account {
  readonly localId: string
  /** In small letters; no two accounts have the same. */
  readonly email: string
  readonly emailVerified: boolean
  readonly displayName?: string | undefined
  readonly photoUrl?: string | undefined
  /** As `hashPassword` writes it; absent until a link of a reset has set one. */
  readonly passwordHash?: string | undefined
  /** In milliseconds since 1970: refresh tokens from before it are worth nothing. */
  readonly passwordUpdatedAt: number
  /** The ways to sign in; that of Google asks for the same password on a page of ours. */
  readonly providers: readonly Provider[]
  /** What stands for the account with Google. */
  readonly googleId?: string | undefined
  /** In seconds since 1970: ID tokens from before it are worth nothing. */
  readonly validSince: number
  /** Set in the file by hand, while Millrace is stopped. */
  readonly disabled?: boolean | undefined
  readonly createdAt: number
  readonly lastLoginAt: number
}

export type Provider = 'password' | 'google.com'

/** What the browser is told of an account; of its password, nothing. */
export const shownAccount = (account: Account): object => ({
  localId: account.localId,
  email: account.email,
  emailVerified: account.emailVerified,
  displayName: account.displayName,
  photoUrl: account.photoUrl,
  disabled: account.disabled,
  validSince: String(account.validSince),
  passwordUpdatedAt: account.passwordUpdatedAt,
  createdAt: String(account.createdAt),
  lastLoginAt: String(account.lastLoginAt),
  providerUserInfo: shownProviders(account),
})

export const shownProviders = ({ providers, email, googleId, displayName, photoUrl }: Account): object[] =>
  providers.map((providerId) => {
    const rawId = providerId === 'google.com' ? googleId : email
    return { providerId, rawId, federatedId: rawId, email, displayName, photoUrl }
  })
