/** Who is calling, as the identity provider vouches for it. */
export interface Principal {
  readonly uid: string
  readonly email?: string
  readonly emailVerified: boolean
  readonly displayName?: string
  readonly photoUrl?: string
  /** When they last proved it with a password or a provider's page, in seconds since 1970. */
  readonly signedInAt: number
  /** When this proof ends and they bring another, in seconds since 1970. */
  readonly expiresAt: number
  /** Where this call came from, as far as it is known. */
  readonly address?: string
}

/** @returns the caller, or nothing when the token is not to be trusted, for whatever reason */
export type VerifyToken = (token: string) => Promise<Principal | undefined>
