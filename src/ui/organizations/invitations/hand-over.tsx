import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'

import type { Invitation } from '../../../core/invitations/invitation.ts'
import { Button } from '../../kit/button/button.tsx'
import { Card } from '../../kit/card/card.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import styles from './hand-over.module.css'

/** The link of a new or renewed invitation: shown now and never again, since the server keeps only its fingerprint. */
export function HandOver({ invitation, onDone }: { invitation: Invitation; onDone(): void }) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { email, url = '', mailed } = invitation
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      // Without https, or when the browser does not allow it: then it is selected, ready for the person's own copy.
      field.current?.select()
    }
  }
  return (
    <Card
      title={<Trans>The invitation for {email} is ready</Trans>}
      description={
        mailed === true ? (
          <Trans>It is on its way by e-mail. You can hand over the link yourself too: it is shown only now.</Trans>
        ) : (
          <Trans>Hand over the link yourself: this server sent no e-mail, and the link is shown only now.</Trans>
        )
      }
    >
      <div className={styles['line']}>
        <TextInput
          ref={field}
          aria-label={t`Invitation link`}
          value={url}
          readOnly
          onFocus={({ target }) => target.select()}
        />
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
