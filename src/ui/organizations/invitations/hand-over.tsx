import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import type { Invitation } from '../../../core/invitations/invitation.ts'
import { Button } from '../../kit/button/button.tsx'
import { Card } from '../../kit/card/card.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import styles from './hand-over.module.css'

/** The link of a new or renewed invitation: shown now and never again, since the server keeps only its fingerprint. */
export function HandOver({ invitation, onDone }: { invitation: Invitation; onDone(): void }) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  const { email, url = '' } = invitation
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <Card
      title={<Trans>The invitation for {email} is ready</Trans>}
      description={
        <Trans>
          It goes out by e-mail where this server sends any. You can hand over the link yourself too: it is shown only
          now.
        </Trans>
      }
    >
      <div className={styles['line']}>
        <TextInput aria-label={t`Invitation link`} value={url} readOnly onFocus={({ target }) => target.select()} />
        <Button variant="primary" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? <Trans>Copied</Trans> : <Trans>Copy link</Trans>}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </Card>
  )
}
