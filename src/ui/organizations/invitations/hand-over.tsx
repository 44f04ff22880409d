import { Trans, useLingui } from '@lingui/react/macro'

import type { Invitation } from '../../../core/invitations/invitation.ts'
import { CopyCard } from '../../kit/copy-card/copy-card.tsx'

/** The link of a new or renewed invitation: shown only now, because the server stores only its hash. */
export function HandOver({ invitation, onDone }: { invitation: Invitation; onDone(): void }) {
  const { t } = useLingui()
  const { email, url = '', mailed } = invitation
  return (
    <CopyCard
      title={<Trans>The invitation for {email} is ready</Trans>}
      description={
        mailed === true ? (
          <Trans>It was sent by e-mail. You can also send the link yourself. It is shown only now.</Trans>
        ) : (
          <Trans>Send the link yourself: this server sent no e-mail. The link is shown only now.</Trans>
        )
      }
      label={t`Invitation link`}
      value={url}
      copyLabel={<Trans>Copy link</Trans>}
      onDone={onDone}
    />
  )
}
