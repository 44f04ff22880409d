import { Trans, useLingui } from '@lingui/react/macro'

import { isPaced } from '../../../core/catalog/connections/connection-types.ts'
import { USUAL_MIRROR_SECONDS } from '../../../core/catalog/mirrors/mirror-pace.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { Mirror } from '../../../core/mirrors/mirror.ts'
import { mirrorLag } from '../../../core/mirrors/mirror-lag.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { useNow } from '../../i18n/use-now.ts'
import { Fact, Facts } from './facts.tsx'
import styles from './flow-facts.module.css'
import { LabelFacts } from './label-facts.tsx'

interface MirrorFactsProps {
  readonly flow: Flow
  readonly mirror: Mirror
}

/** How far behind it is, how much it does, and how much the source keeps for it. */
export function MirrorFacts({ flow, mirror }: MirrorFactsProps) {
  const { duration, number, time } = useFormats()
  const now = Math.max(useNow(), Date.now())
  const lag = mirrorLag(mirror, now)
  // Before it was started there is nothing to tell.
  if (mirror.state === 'off') {
    return (
      <Facts>
        <LabelFacts flow={flow} />
      </Facts>
    )
  }
  return (
    <Facts>
      <Fact name={<Trans>Lag</Trans>}>{lag === undefined ? '–' : duration(lag)}</Fact>
      <Fact name={<Trans>Has everything until</Trans>}>
        {mirror.caughtUpAt ? time(mirror.caughtUpAt) : <Trans>never yet</Trans>}
      </Fact>
      {isPaced(flow.destinationConnection?.type ?? '') && (
        <Fact name={<Trans>Interval</Trans>}>
          {duration((flow.config.mirrorSeconds ?? USUAL_MIRROR_SECONDS) * 1_000)}
        </Fact>
      )}
      <Fact name={<Trans>Changes per second</Trans>}>{number(Math.round(mirror.changesPerSecond * 10) / 10)}</Fact>
      <Fact name={<Trans>Log held at the source</Trans>}>
        <HeldLog {...mirror} />
      </Fact>
      <Fact name={<Trans>Following since</Trans>}>
        {mirror.startedAt ? <RelativeTime at={mirror.startedAt} /> : <Trans>never yet</Trans>}
      </Fact>
      <LabelFacts flow={flow} />
    </Facts>
  )
}

/** Of the budget, if there is one. */
function HeldLog({ heldBytes, budgetBytes }: Pick<Mirror, 'heldBytes' | 'budgetBytes'>) {
  const { t } = useLingui()
  const { bytes } = useFormats()
  if (heldBytes === undefined) return '–'
  if (budgetBytes === undefined) return bytes(heldBytes)
  const share = Math.min(1, heldBytes / budgetBytes)
  return (
    <span className={styles['freshness']}>
      {bytes(heldBytes)}
      <span className={styles['who']}>{t`of ${bytes(budgetBytes)}`}</span>
      <span className={styles['meter']} aria-hidden>
        <span className={share < 0.5 ? styles['fresh'] : styles['late']} style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}
