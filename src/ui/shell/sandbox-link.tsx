import { Trans } from '@lingui/react/macro'
import { ExternalLink, FlaskConical } from 'lucide-react'

import styles from './sandbox-link.module.css'

/** Says on every page that stand-ins answer, and leads to what they were given: mails, events, tables. */
export const SandboxLink = ({ page }: { page: string }) => (
  <a className={styles['link']} href={page} target="_blank" rel="noreferrer">
    <FlaskConical size={16} aria-hidden />
    <span className={styles['words']}>
      <strong>
        <Trans>Sandbox</Trans>
      </strong>
      <Trans>See what the stand-ins were given. Nothing is kept.</Trans>
    </span>
    <ExternalLink size={13} aria-hidden />
  </a>
)
