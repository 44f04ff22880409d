import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { Run } from '../../../core/runs/run.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import styles from './run-trouble.module.css'

/** As many as fit beside a picture. */
const SHOWN = 3

/** Why tables of a run failed, where the page does not list the tables. */
export function FailedReasons({ run: { id, streams } }: { readonly run: Run }) {
  const serverText = useServerText()
  const failed = streams.filter(({ error }) => error)
  return (
    <ul className={styles['reasons']}>
      {failed.slice(0, SHOWN).map(({ entity, error }) => (
        <li key={entity}>
          <strong>{entity}</strong> {error && serverText.message(error)}
        </li>
      ))}
      {failed.length > SHOWN && (
        <li>
          <Link to="/runs/$id" params={{ id }}>
            <Trans>All tables of the run</Trans>
          </Link>
        </li>
      )}
    </ul>
  )
}
