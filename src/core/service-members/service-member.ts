import type { Role } from '../catalog/permissions.ts'

/** A program that acts in an organization with a key. */
export interface ServiceMember {
  readonly id: string
  readonly name: string
  readonly role: string
  /** The flows to which its key is limited. Absent: it is not. */
  readonly flowIds?: readonly string[]
  /** The beginning of its key. */
  readonly keyStart: string
  readonly createdAt: string
  readonly renewedAt: string
  /** The time until which the key before is valid, too. */
  readonly previousUntil?: string
  /** Absent: it is valid until it is revoked. */
  readonly expiresAt?: string
  readonly lastUsedAt?: string
  /** The address of the last use. */
  readonly lastUsedFrom?: string
  /** Only of one that was just created or renewed. */
  readonly key?: string
}

export interface ServiceMemberDraft {
  readonly name: string
  readonly role: Role
  /** Absent: all flows. */
  readonly flowIds?: readonly string[]
  /** Absent: until it is revoked. */
  readonly expiresInDays?: number
}

export interface KeyRenewal {
  /** Whether the key before stays valid for another day. */
  readonly keepsPrevious: boolean
  /** Absent: until it is revoked. */
  readonly expiresInDays?: number
}
