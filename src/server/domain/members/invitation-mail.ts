export interface Invitation {
  readonly to: string
  readonly organizationName: string
  /** Absent if the name of the inviter is unknown. */
  readonly inviterName: string | undefined
  readonly url: string
  /** The language of the recipient, else of the inviter. */
  readonly language: string | undefined
}

/** Sends invitations. @returns whether a mail was sent; if not, somebody must copy the link */
export type InvitationMail = (invitation: Invitation) => Promise<boolean>
