import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { useDeployment } from '../services/deployment.tsx'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { useAccount } from './use-account.ts'

/** Shown until the address is verified. */
export function UnverifiedAddress() {
  const { sendVerification, reloadUser } = useServices()
  const { email, isVerified } = useAccount()
  const { isLocal } = useDeployment()
  const {
    mutate: send,
    isPending: isSending,
    isSuccess: isSent,
  } = useMutation({ mutationFn: () => unwrap(sendVerification()) })
  const {
    mutate: look,
    isPending: isLooking,
    isSuccess: hasLooked,
  } = useMutation({ mutationFn: () => unwrap(reloadUser()) })
  if (isVerified || email === '') return null
  return (
    <Callout
      tone="warning"
      title={<Trans>Your address is not verified</Trans>}
      actions={
        <>
          <Button size="sm" isBusy={isSending} onClick={() => send()}>
            {isSent ? <Trans>Send it once more</Trans> : <Trans>Send verification mail</Trans>}
          </Button>
          <Button size="sm" variant="ghost" isBusy={isLooking} onClick={() => look()}>
            <Trans>I have followed the link</Trans>
          </Button>
        </>
      }
    >
      {hasLooked ? (
        isLocal ? (
          <Trans>Not verified: Millrace’s log has the link.</Trans>
        ) : (
          <Trans>Not verified: the newest mail has the link.</Trans>
        )
      ) : (
        <Trans>Invitations to {email} need a verified address.</Trans>
      )}
    </Callout>
  )
}
