import { Trans } from '@lingui/react/macro'

import type { PlannedTarget } from '../../../../core/flows/streams/stream-plan.ts'
import { useServerText } from '../../../i18n/use-server-text.ts'
import styles from './planned-place.module.css'

/** The target of a table, and its problem. */
export function PlannedPlace({ planned: { target, problem } }: { readonly planned: Omit<PlannedTarget, 'entity'> }) {
  const serverText = useServerText()
  return (
    <>
      <span className={styles['place']}>
        <Trans>to {target}</Trans>
      </span>
      {problem && (
        <span className={styles['problem']}>
          <Trans>A run would stop here</Trans>: {serverText.message(problem)} {serverText.hint(problem)}
        </span>
      )}
    </>
  )
}
