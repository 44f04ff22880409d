export interface Member {
  readonly id: string
  readonly email?: string
  readonly displayName?: string
  readonly photoUrl?: string
  readonly roles: readonly string[]
  readonly createdAt?: string
  /** All other fields of the server: the list is stored as returned (spec §3). */
  readonly [other: string]: unknown
}
