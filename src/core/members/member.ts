export interface Member {
  readonly id: string
  readonly email?: string
  readonly displayName?: string
  readonly photoUrl?: string
  readonly roles: readonly string[]
  readonly createdAt?: string
}
