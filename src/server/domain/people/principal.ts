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
  /**
   * Present for a program that has presented a key; with the flows to which it is limited, if it is, and whether it may only read and try without a
   * person's approval.
   */
  readonly service?: { readonly flowIds?: readonly string[]; readonly needsApproval?: true }
  /** The call comes from an assistant, by its key or by the endpoint for assistants. */
  readonly isForModel?: true
  /** The call is one of those that a single request makes for many objects. */
  readonly isInBulk?: true
}

/**
 * @param address of the caller, as far as known
 * @returns the caller, or nothing when the token is not valid, for any reason. @throws RequestError for a key that has expired
 */
export type VerifyToken = (token: string, address?: string) => Promise<Principal | undefined>
