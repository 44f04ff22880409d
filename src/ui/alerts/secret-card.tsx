import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'

import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import styles from './alerts.module.css'
import { channelName } from './channel-name.ts'

/** The secret of a new or renewed webhook: shown now and never again. */
export function SecretCard({ channel, onDone }: { channel: AlertChannel; onDone(): void }) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { secret = '' } = channel
  const host = channelName(channel)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied(true)
    } catch {
      // Without https, or when the browser does not allow it: then it is selected, ready for the person's own copy.
      field.current?.select()
    }
  }
  return (
    <Card
      title={<Trans>The secret of {host}</Trans>}
      description={
        <Trans>
          The receiver checks with it that a message comes from here (header webhook-signature, as Standard Webhooks has
          it). It is shown only now. After a renewal messages carry the old signature, too, for a day.
        </Trans>
      }
    >
      <div className={styles['line']}>
        <TextInput
          ref={field}
          aria-label={t`Secret`}
          value={secret}
          readOnly
          onFocus={({ target }) => target.select()}
        />
        <Button variant="primary" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? <Trans>Copied</Trans> : <Trans>Copy secret</Trans>}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </Card>
  )
}
