/** The product's own record of the signed-in person; any field may be missing. */
export interface Profile {
  readonly uid?: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly displayName?: string
  readonly photoUrl?: string
  readonly createdAt?: string
}

export interface ProfileChange {
  readonly displayName?: string
  /** `null` removes the picture. */
  readonly photoUrl?: string | null
}
