import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide'

import type { FederatedCredential } from '../../../core/service-members/service-member.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import styles from './keys.module.css'
import { useRemoveCredential } from './use-keys.ts'

interface CredentialListProps {
  readonly memberId: string
  readonly credentials: readonly FederatedCredential[]
}

/** The tokens that are accepted, and when one was last used. */
export function CredentialList({ memberId, credentials }: CredentialListProps) {
  const { t } = useLingui()
  const { mutate: remove } = useRemoveCredential(memberId)
  return (
    <ul className={styles['credentials']} aria-label={t`Accepted tokens`}>
      {credentials.map(({ id, issuer, subject, audience, lastUsedAt, lastSubject }) => (
        <li key={id} className={styles['credential']}>
          <div className={styles['key']}>
            <code>{subject}</code>
            <span className={styles['quiet']}>
              {issuer} · {audience}
            </span>
            <span className={styles['quiet']}>
              {lastUsedAt === undefined ? (
                <Trans>Never used</Trans>
              ) : (
                <Trans>
                  Last used <RelativeTime at={lastUsedAt} /> by {lastSubject}
                </Trans>
              )}
            </span>
          </div>
          <IconButton icon={Trash2} size="sm" label={t`Stop accepting ${subject}`} onClick={() => remove(id)} />
        </li>
      ))}
    </ul>
  )
}
