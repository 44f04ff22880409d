import { Trans } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Trash2 } from 'lucide'

import { isNotOffered } from '../errors/error-text.ts'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { useOwnerships } from './use-account.ts'

/** Deletes the account; hidden if the server does not offer it. */
export function DeleteAccountCard() {
  const { dialog } = useSearch({ from: '/main/profile' })
  const navigate = useNavigate()
  const { error } = useOwnerships()
  if (isNotOffered(error)) return null
  const close = () => void navigate({ to: '/profile', search: {} })
  return (
    <>
      <Card
        title={<Trans>Delete your account</Trans>}
        actions={
          <Button icon={Trash2} onClick={() => void navigate({ to: '/profile', search: { dialog: 'delete' } })}>
            <Trans>Delete account</Trans>
          </Button>
        }
      />
      {dialog === 'delete' && <DeleteAccountDialog onClose={close} />}
    </>
  )
}
