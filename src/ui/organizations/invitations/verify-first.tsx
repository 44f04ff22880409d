import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../kit/button/button.tsx'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

interface VerifyFirstProps {
  readonly isBusy: boolean
  onRetry(): void
}

/** Requests the verification mail, and continues after its link was opened, on any device. */
export function VerifyFirst({ isBusy, onRetry }: VerifyFirstProps) {
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
