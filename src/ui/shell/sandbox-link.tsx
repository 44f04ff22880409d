import { Trans } from '@lingui/react/macro'
import { ExternalLink, FlaskConical } from 'lucide'

import { Icon } from '../kit/icon/icon.tsx'
import styles from './sandbox-link.module.css'

/** Says on every page that stand-ins answer, and leads to what they were given: mails, events, tables. */
export const SandboxLink = ({ page }: { page: string }) => (
  <a className={styles['link']} href={page} target="_blank" rel="noreferrer">
    <Icon of={FlaskConical} size={16} />
    <span className={styles['words']}>
      <strong>
        <Trans>Sandbox</Trans>
      </strong>
      <Trans>See what the stand-ins received. Nothing is kept.</Trans>
    </span>
    <Icon of={ExternalLink} size={13} />
  </a>
)
