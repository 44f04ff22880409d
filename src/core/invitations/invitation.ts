import type { Role } from '../catalog/permissions.ts'

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly roles: readonly string[]
  readonly status?: string
  readonly expiresAt?: string
  /** The link to hand over, only in the answer that creates or renews it. */
  readonly url?: string
  /** Whether a mail with the link is on its way, in the same answers; absent where the server does not tell. */
  readonly mailed?: boolean
}

export interface NewInvitation {
  readonly email: string
  readonly roles: readonly Role[]
}

/** The invitation that a link belongs to, before it is accepted. */
export interface InvitationPreview {
  readonly organizationName: string
  readonly email: string
  readonly roles: readonly string[]
}
