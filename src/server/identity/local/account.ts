/** An account of this installation. */
export interface Account {
  readonly localId: string
  /** In lower case; unique. */
  readonly email: string
  readonly emailVerified: boolean
  readonly displayName?: string | undefined
  readonly photoUrl?: string | undefined
  /** In the format of `hashPassword`; absent until a password reset has set one. */
  readonly passwordHash?: string | undefined
  /** In milliseconds since 1970: earlier refresh tokens are invalid. */
  readonly passwordUpdatedAt: number
  /** The sign-in methods; Google's asks for the same password on our own page. */
  readonly providers: readonly Provider[]
  /** The id of the account at Google. */
  readonly googleId?: string | undefined
  /** In seconds since 1970: earlier ID tokens are invalid. */
  readonly validSince: number
  /** Counts new passwords and addresses: tokens of an earlier version are invalid, also those of the same second. */
  readonly tokenVersion?: number | undefined
  /** Set by hand in the file, while Millrace is stopped. */
  readonly disabled?: boolean | undefined
  readonly createdAt: number
  readonly lastLoginAt: number
}

export type Provider = 'password' | 'google.com'

/** The account data for the browser; nothing about its password. */
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
