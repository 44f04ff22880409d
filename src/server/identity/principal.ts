/** The caller, as confirmed by the identity provider. */
export interface Principal {
  readonly uid: string
  readonly email?: string
  readonly emailVerified: boolean
  readonly displayName?: string
  readonly photoUrl?: string
  /** Time of the last proof with a password or a provider's page, in seconds since 1970. */
  readonly signedInAt: number
  /** The expiry of this proof, in seconds since 1970. */
  readonly expiresAt: number
  /** The address of this call, as far as known. */
  readonly address?: string
}

/** @returns the caller, or nothing when the token is not valid, for any reason */
export type VerifyToken = (token: string) => Promise<Principal | undefined>
