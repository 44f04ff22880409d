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

/** What has to be done before, with each statement as it is, and what may pause a table later. */
export function MirrorHindrances({ hindrances, isReady }: MirrorHindrancesProps) {
  const { t } = useLingui()
  const notes = hindrances.filter((hindrance) => hindrance.isNote)
  const others = hindrances.filter((hindrance) => !hindrance.isNote)
  return (
    <>
      {others.length === 0 && isReady && (
        <Callout tone="success">
          <Trans>Ready</Trans>
        </Callout>
      )}
      <HindranceList label={t`To do before the start`} hindrances={others} />
      <HindranceList label={t`Good to know`} hindrances={notes} isTitled />
    </>
  )
}

interface HindranceListProps {
  readonly label: string
  readonly hindrances: readonly MirrorHindrance[]
  readonly isTitled?: boolean
}

function HindranceList({ label, hindrances, isTitled = false }: HindranceListProps) {
  if (hindrances.length === 0) return null
  return (
    <>
      {isTitled && <h3 className={styles['title']}>{label}</h3>}
      <ol className={styles['hindrances']} aria-label={label}>
        {hindrances.map((hindrance) => (
          <Hindrance key={`${hindrance.entity} ${hindrance.reason}`} hindrance={hindrance} />
        ))}
      </ol>
    </>
  )
}

function Hindrance({ hindrance }: { readonly hindrance: MirrorHindrance }) {
  const { t, i18n } = useLingui()
  const { entity, reason, sentence, statement, side, needsRestart = false } = hindrance
  return (
    <li className={styles['hindrance']}>
      {entity !== undefined && <strong className={styles['entity']}>{entity}</strong>}
      <span>{translateServerText(i18n, reason, sentence)}</span>
      {statement !== undefined && (
        <CopyText label={side === 'destination' ? t`Run at the destination` : t`Run at the source`} text={statement} />
      )}
      {needsRestart && (
        <span className={styles['note']}>
          <Trans>It counts after a restart of the server.</Trans>
        </span>
      )}
    </li>
  )
}
