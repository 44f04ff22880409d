import { Trans } from '@lingui/react/macro'
import { CircleQuestionMark } from 'lucide'

import { Icon } from '../kit/icon/icon.tsx'
import styles from './help-link.module.css'

/** The page about a system, in a window of its own. */
export const HelpLink = ({ page, label }: { page: string; label: string }) => (
  <a className={styles['help']} href={page} target="_blank" rel="noreferrer">
    <Icon of={CircleQuestionMark} size={14} />
    <Trans>Help for {label}</Trans>
  </a>
)
