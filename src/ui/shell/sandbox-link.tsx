import { Trans } from '@lingui/react/macro'
import { ExternalLink, FlaskConical } from 'lucide'

import { Icon } from '../kit/icon/icon.tsx'
import styles from './sandbox-link.module.css'

/** Shows on every page that stand-ins answer, with a link to the data that they received: mails, events, tables. */
export const SandboxLink = ({ page }: { page: string }) => (
  <a className={styles['link']} href={page} target="_blank" rel="noreferrer">
    <Icon of={FlaskConical} size={16} />
    <span className={styles['words']}>
      <strong>
        <Trans>Sandbox</Trans>
      </strong>
      <Trans>See what the test accounts received.</Trans>
    </span>
    <Icon of={ExternalLink} size={13} />
  </a>
)
