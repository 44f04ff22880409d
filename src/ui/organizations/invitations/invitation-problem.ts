import { FailureError } from '../../services/unwrap.ts'

export type InvitationProblem = 'unknown' | 'revoked' | 'expired' | 'accepted' | 'for-another' | 'unverified' | 'other'

const BY_CODE: Readonly<Record<string, InvitationProblem>> = {
  INVITATION_UNKNOWN: 'unknown',
  INVITATION_REVOKED: 'revoked',
  INVITATION_EXPIRED: 'expired',
  INVITATION_ACCEPTED: 'accepted',
  ALREADY_MEMBER: 'accepted',
  INVITATION_FOR_ANOTHER: 'for-another',
  EMAIL_NOT_VERIFIED: 'unverified',
}

/** The problem of an invitation, as far as the server distinguishes it. */
export function invitationProblem(error: unknown): InvitationProblem {
  const code = error instanceof FailureError && error.failure.kind === 'http' ? error.failure.code : undefined
  return (code !== undefined && Object.hasOwn(BY_CODE, code) && BY_CODE[code]) || 'other'
}

/** The link can never work again. */
export const isOver = (problem: InvitationProblem): boolean =>
  ['unknown', 'revoked', 'expired', 'accepted'].includes(problem)
