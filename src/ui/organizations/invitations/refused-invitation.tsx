import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { MailX } from 'lucide'
import { type ReactNode, useEffect } from 'react'
import { errorText } from '../../errors/error-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { useDeployment } from '../../services/deployment.tsx'
import { useServices } from '../../services/services.tsx'
import { FailureError, unwrap } from '../../services/unwrap.ts'

interface RefusedInvitationProps {
  readonly error: unknown
  /** The invited address, if known. */
  readonly invitedEmail: string | undefined
  readonly isBusy: boolean
  onRetry(): void
}

/** Each reason with its own text and solution. */
export function RefusedInvitation({ error, invitedEmail, isBusy, onRetry }: RefusedInvitationProps) {
  const { i18n } = useLingui()
  const { isLocal } = useDeployment()
  const problem = invitationProblem(error)
  useForgetToken(isOver(problem))
  const titles: Readonly<Record<InvitationProblem, ReactNode>> = {
    unknown: <Trans>This invitation link is not valid</Trans>,
    revoked: <Trans>This invitation was revoked</Trans>,
    expired: <Trans>This invitation has expired</Trans>,
    accepted: <Trans>This invitation was accepted already</Trans>,
    'for-another': <Trans>This invitation is for another address</Trans>,
    unverified: <Trans>Verify your e-mail address first</Trans>,
    other: <Trans>It could not be accepted</Trans>,
  }
  const advice: Readonly<Record<InvitationProblem, ReactNode>> = {
    unknown: <Trans>Open the whole link.</Trans>,
    revoked: <Trans>Ask for a new one.</Trans>,
    expired: <Trans>Valid for seven days. Ask for a new one.</Trans>,
    accepted: <Trans>If it was you, the organization is at the top left.</Trans>,
    'for-another':
      invitedEmail === undefined ? (
        <Trans>Sign in with that address.</Trans>
      ) : (
        <Trans>Sign in as {invitedEmail} to accept it.</Trans>
      ),
    unverified: isLocal ? (
      <Trans>This machine sends no e-mail. The link is in Millrace’s log.</Trans>
    ) : (
      <Trans>Follow the link in our e-mail.</Trans>
    ),
    other: errorText(i18n, error),
  }
  return (
    <div role="alert">
      <EmptyState
        isWholePage
        icon={MailX}
        title={titles[problem]}
        actions={<WayOut problem={problem} isBusy={isBusy} onRetry={onRetry} />}
      >
        {advice[problem]}
      </EmptyState>
    </div>
  )
}

interface WayOutProps {
  readonly problem: InvitationProblem
  readonly isBusy: boolean
  onRetry(): void
}

function WayOut({ problem, isBusy, onRetry }: WayOutProps) {
  const { signOut } = useServices()
  if (problem === 'unverified') return <VerifyFirst isBusy={isBusy} onRetry={onRetry} />
  if (problem === 'for-another') {
    return (
      <Button variant="primary" onClick={() => void signOut()}>
        <Trans>Sign in with another address</Trans>
      </Button>
    )
  }
  if (problem === 'other') {
    return (
      <Button variant="primary" isBusy={isBusy} onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    )
  }
  return (
    <Button asChild>
      <Link to="/">
        <Trans>Go to the start page</Trans>
      </Link>
    </Button>
  )
}

/** A used token must not stay in the address, nor in the history. */
function useForgetToken(isUsedUp: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (isUsedUp) void navigate({ to: '/accept-invite', search: {}, replace: true })
  }, [isUsedUp, navigate])
}

type InvitationProblem = 'unknown' | 'revoked' | 'expired' | 'accepted' | 'for-another' | 'unverified' | 'other'

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
function invitationProblem(error: unknown): InvitationProblem {
  const code = error instanceof FailureError && error.failure.kind === 'http' ? error.failure.code : undefined
  return (code !== undefined && Object.hasOwn(BY_CODE, code) && BY_CODE[code]) || 'other'
}

/** The link can never work again. */
const isOver = (problem: InvitationProblem): boolean => ['unknown', 'revoked', 'expired', 'accepted'].includes(problem)

interface VerifyFirstProps {
  readonly isBusy: boolean
  onRetry(): void
}

/** Requests the verification mail, and continues after its link was opened, on any device. */
function VerifyFirst({ isBusy, onRetry }: VerifyFirstProps) {
  const { sendVerification, reloadUser } = useServices()
  const { mutate: send, isPending: isSending } = useMutation({ mutationFn: () => unwrap(sendVerification()) })
  const { mutate: goOn, isPending: isLooking } = useMutation({
    mutationFn: () => unwrap(reloadUser()),
    onSuccess: onRetry,
  })
  return (
    <>
      <Button variant="primary" isBusy={isSending} onClick={() => send()}>
        <Trans>Send verification mail</Trans>
      </Button>
      <Button isBusy={isBusy || isLooking} onClick={() => goOn()}>
        <Trans>I have followed the link</Trans>
      </Button>
    </>
  )
}
