/** The signed-in user at the identity provider (spec §3). */
export interface User {
  readonly uid: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly displayName: string | null
  readonly photoUrl: string | null
  readonly phoneNumber: string | null
  readonly tenantId: string | null
  readonly isAnonymous: boolean
  readonly providerData: readonly ProviderProfile[]
}

/** The data of one sign-in method (password, Google) about the user. */
export interface ProviderProfile {
  readonly providerId: string
  readonly uid: string
  readonly email: string | null
  readonly displayName: string | null
  readonly photoUrl: string | null
  readonly phoneNumber: string | null
}

/** The rest of the signed-in user (spec §3): separate, so that tokens never become part of the screen's state. */
export interface IdentityTokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** ISO 8601. */
  readonly expirationTime: string
}
