import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MailCheck, MailX } from 'lucide-react'

import { errorText } from '../app/error-text.ts'
import styles from '../app/lone-page.module.css'
import { useServices } from '../app/services.tsx'
import { unwrap } from '../app/unwrap.ts'
import { usePageTitle } from '../app/use-page-title.ts'
import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'

/** Where the link in an invitation leads, after sign-in. */
export function AcceptInvitePage() {
  const { t, i18n } = useLingui()
  usePageTitle(t`Invitation`)
  const { token } = useSearch({ strict: false })
  const { acceptInvite } = useServices()
  const navigate = useNavigate()
  const {
    mutate: accept,
    isPending,
    error,
  } = useMutation({
    mutationFn: (accepted: string) => unwrap(acceptInvite(accepted)),
    onSuccess: () => void navigate({ to: '/' }),
  })

  return (
    <div className={styles['page']}>
      {token === undefined ? (
        <EmptyState icon={MailX} title={<Trans>This invitation link is not complete</Trans>}>
          <Trans>Open the link again as it stands in the message, or ask for a new one.</Trans>
        </EmptyState>
      ) : (
        <EmptyState
          icon={error ? MailX : MailCheck}
          title={
            error ? (
              <Trans>The invitation could not be accepted</Trans>
            ) : (
              <Trans>You are invited to an organization</Trans>
            )
          }
          actions={
            <Button variant="primary" isBusy={isPending} onClick={() => accept(token)}>
              {error ? <Trans>Try again</Trans> : <Trans>Accept the invitation</Trans>}
            </Button>
          }
        >
          {error ? (
            errorText(i18n, error)
          ) : (
            <Trans>Once you accept, its flows and connections are yours to work with.</Trans>
          )}
        </EmptyState>
      )}
    </div>
  )
}
