import { Trans, useLingui } from '@lingui/react/macro'

import type { MirrorHindrance } from '../../../../core/mirrors/mirror.ts'
import { translateServerText } from '../../../i18n/translate-server-text.ts'
import { Callout } from '../../../kit/callout/callout.tsx'
import { CopyText } from '../../../kit/copy-text/copy-text.tsx'
import styles from './mirror-hindrances.module.css'

interface MirrorHindrancesProps {
  readonly hindrances: readonly MirrorHindrance[]
  /** Nothing of the flow itself is in the way. */
  readonly isReady: boolean
}

/** What has to be done at the source, with each statement as it is. */
export function MirrorHindrances({ hindrances, isReady }: MirrorHindrancesProps) {
  const { t } = useLingui()
  if (hindrances.length === 0) {
    return isReady ? (
      <Callout tone="success">
        <Trans>Ready</Trans>
      </Callout>
    ) : null
  }
  return (
    <ol className={styles['hindrances']} aria-label={t`To do at the source`}>
      {hindrances.map((hindrance) => (
        <Hindrance key={`${hindrance.entity} ${hindrance.reason}`} hindrance={hindrance} />
      ))}
    </ol>
  )
}

function Hindrance({ hindrance }: { readonly hindrance: MirrorHindrance }) {
  const { t, i18n } = useLingui()
  const { entity, reason, sentence, statement, needsRestart = false } = hindrance
  return (
    <li className={styles['hindrance']}>
      {entity !== undefined && <strong className={styles['entity']}>{entity}</strong>}
      <span>{translateServerText(i18n, reason, sentence)}</span>
      {statement !== undefined && <CopyText label={t`Run at the source`} text={statement} />}
      {needsRestart && (
        <span className={styles['note']}>
          <Trans>It counts after a restart of the server.</Trans>
        </span>
      )}
    </li>
  )
}
