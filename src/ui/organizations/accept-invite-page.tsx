import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { MailX } from 'lucide'
import { useState } from 'react'
import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import styles from '../layout/lone-page.module.css'
import { usePageTitle } from '../routing/use-page-title.ts'
import { OpenInvitation } from './invitations/open-invitation.tsx'

/** The page of an invitation link, after sign-in. */
export function AcceptInvitePage() {
  const { t } = useLingui()
  usePageTitle(t`Invitation`)
  const { token: inAddress } = useSearch({ from: '/main/accept-invite' })
  // The token is removed from the address after its use; the page keeps it until another one comes.
  const [token, setToken] = useState(inAddress)
  if (inAddress !== undefined && inAddress !== token) setToken(inAddress)

  return (
    <div className={styles['page']}>
      {token === undefined ? (
        <EmptyState
          isWholePage
          icon={MailX}
          title={<Trans>This invitation link is not complete</Trans>}
          actions={
            <Button asChild>
              <Link to="/">
                <Trans>Go to the start page</Trans>
              </Link>
            </Button>
          }
        >
          <Trans>Open the whole link.</Trans>
        </EmptyState>
      ) : (
        <OpenInvitation key={token} token={token} />
      )}
    </div>
  )
}
