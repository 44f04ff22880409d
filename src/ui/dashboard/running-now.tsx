import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { Flow } from '../../core/flows/flow.ts'
import { LastRun } from '../flows/runs/last-run.tsx'
import { Card } from '../kit/card/card.tsx'
import { isRunning } from '../queries/use-flows.ts'
import styles from './overview-list.module.css'

/** The active runs with live progress; nothing if there are none. */
export function RunningNow({ flows }: { flows: readonly Flow[] }) {
  const { t } = useLingui()
  const running = flows.filter(isRunning)
  if (running.length === 0) return null
  return (
    <Card title={<Trans>Running now</Trans>}>
      <ul className={styles['list']} aria-label={t`Running now`}>
        {running.map((flow) => (
          <li key={flow.id} className={styles['item']}>
            <span className={styles['name']}>
              <Link to="/runs/$id" params={{ id: flow.lastRun?.id ?? '' }}>
                {flow.name}
              </Link>
            </span>
            <div className={styles['live']}>
              <LastRun flow={flow} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
