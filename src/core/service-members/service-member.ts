import type { Role } from '../catalog/permissions.ts'

/** A program that acts in an organization with a key. */
export interface ServiceMember {
  readonly id: string
  readonly name: string
  readonly role: string
  /** The flows to which its key is limited. Absent: it is not. */
  readonly flowIds?: readonly string[]
  /** The beginning of its key. Absent: it has none, and proves itself with tokens of its own system. */
  readonly keyStart?: string
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
  /** It starts a flow only by a dry run that a person has approved. */
  readonly needsApproval?: boolean
  /** Who made or renewed its key: it may never more than this person. */
  readonly createdBy?: { readonly uid: string; readonly name?: string }
  /** That person is no member any more, so the key is refused. */
  readonly makerLeft?: boolean
  readonly credentials?: readonly FederatedCredential[]
}

/** Whose tokens a program may exchange for a key of some minutes. */
export interface FederatedCredential extends FederatedCredentialDraft {
  readonly id: string
  readonly createdAt: string
  readonly lastUsedAt?: string
  /** Of the token that was exchanged last. */
  readonly lastSubject?: string
}

export interface FederatedCredentialDraft {
  /** The system that gives the tokens: `https://token.actions.githubusercontent.com`. */
  readonly issuer: string
  /** For whom the tokens are. */
  readonly audience: string
  /** What their subject has to fit; a star stands for a whole part. */
  readonly subject: string
}

export interface ServiceMemberDraft {
  readonly name: string
  readonly role: Role
  /** Absent: all flows. */
  readonly flowIds?: readonly string[]
  /** Absent: until it is revoked. */
  readonly expiresInDays?: number
  /** Otherwise it proves itself with tokens of its own system. */
  readonly hasKey: boolean
  /** For an assistant: it reads and tries, and starts a flow only by a dry run that a person has approved. */
  readonly needsApproval?: boolean
  /** The command line that shows this code gets the key. */
  readonly loginCode?: string
}

export interface KeyRenewal {
  /** Whether the key before stays valid for another day. */
  readonly keepsPrevious: boolean
  /** Absent: until it is revoked. */
  readonly expiresInDays?: number
}
