import { Trans, useLingui } from '@lingui/react/macro'

import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import { CopyCard } from '../kit/copy-card/copy-card.tsx'
import { channelName } from './channel-name.ts'

/** The secret of a new or renewed webhook: shown only now. */
export function SecretCard({ channel, onDone }: { channel: AlertChannel; onDone(): void }) {
  const { t } = useLingui()
  const { secret = '' } = channel
  const host = channelName(channel)
  return (
    <CopyCard
      title={<Trans>The secret of {host}</Trans>}
      description={
        <Trans>
          The receiver uses it to check that a message comes from here (header webhook-signature, as defined by Standard
          Webhooks). It is shown only now. For a day after you renew it, messages also carry the old signature.
        </Trans>
      }
      label={t`Secret`}
      value={secret}
      copyLabel={<Trans>Copy secret</Trans>}
      onDone={onDone}
    />
  )
}
