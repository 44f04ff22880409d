import type { Role } from '../catalog/permissions.ts'

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly roles: readonly string[]
  readonly status?: string
  readonly expiresAt?: string
  /** The link to pass on, only in the answer that creates or renews it. */
  readonly url?: string
  /** Whether a mail with the link was sent, in the same answers; absent if the server does not say. */
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
