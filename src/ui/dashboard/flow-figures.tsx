import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { FlowFreshness, SlowFlow } from '../../core/dashboard/dashboard.ts'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { useFormats } from '../i18n/use-formats.ts'
import { Card } from '../kit/card/card.tsx'
import chartStyles from './charts/run-charts.module.css'
import styles from './overview-list.module.css'

const SHOWN = 5

interface FlowFiguresProps {
  readonly slowest: readonly SlowFlow[]
  readonly freshness: readonly FlowFreshness[]
}

/** Which flows take long, and which have not brought anything for long. */
export function FlowFigures({ slowest, freshness }: FlowFiguresProps) {
  const { t } = useLingui()
  const { duration } = useFormats()
  const stalest = [...freshness]
    .sort((left, right) => (left.lastSuccessAt ?? '').localeCompare(right.lastSuccessAt ?? ''))
    .slice(0, SHOWN)
  return (
    <div className={chartStyles['charts']}>
      {slowest.length > 0 && (
        <Card title={<Trans>Slowest flows</Trans>} description={<Trans>Median duration of their runs.</Trans>}>
          <ul className={styles['list']} aria-label={t`Slowest flows`}>
            {slowest.slice(0, SHOWN).map(({ flowId, flowName, medianDurationMs, runs }) => (
              <Item
                key={flowId}
                flowId={flowId}
                name={flowName}
                what={<Plural value={runs} one="# run" other="# runs" />}
                figure={duration(medianDurationMs)}
              />
            ))}
          </ul>
        </Card>
      )}
      {stalest.length > 0 && (
        <Card title={<Trans>Freshness</Trans>} description={<Trans>When each last succeeded, oldest first.</Trans>}>
          <ul className={styles['list']} aria-label={t`Freshness`}>
            {stalest.map(({ flowId, flowName, lastSuccessAt }) => (
              <Item
                key={flowId}
                flowId={flowId}
                name={flowName}
                figure={lastSuccessAt === undefined ? <Trans>never yet</Trans> : <RelativeTime at={lastSuccessAt} />}
              />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

interface ItemProps {
  readonly flowId: string
  readonly name: string
  readonly what?: ReactNode
  readonly figure: ReactNode
}

const Item = ({ flowId, name, what, figure }: ItemProps) => (
  <li className={styles['item']}>
    <span className={styles['name']}>
      <Link to="/floweditor/$id" params={{ id: flowId }} search={{ tab: 'runs' }}>
        {name}
      </Link>
    </span>
    {what && <span className={styles['what']}>{what}</span>}
    <span className={styles['figure']}>{figure}</span>
  </li>
)
