import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import type { Flow } from '../../core/flows/flow.ts'
import { chooseLocale } from '../i18n/locale.ts'
import { useNow } from '../i18n/use-now.ts'
import { Card } from '../kit/card/card.tsx'
import { useCron } from '../schedules/cron.tsx'
import { NextRun } from '../schedules/next-run.tsx'
import styles from './overview-list.module.css'

const SHOWN = 5

/** The next scheduled runs; nothing, and no code for schedules, if no flow has one. */
export function NextScheduled({ flows }: { flows: readonly Flow[] }) {
  const scheduled = flows.filter(({ enabled, config }) => enabled && config.schedule !== undefined)
  if (scheduled.length === 0) return null
  return (
    <Suspense>
      <Upcoming flows={scheduled} />
    </Suspense>
  )
}

/** Soonest first. */
function Upcoming({ flows }: { flows: readonly Flow[] }) {
  const { t, i18n } = useLingui()
  const { inWords, nextRuns } = useCron()
  const now = useNow()
  const upcoming = flows
    .flatMap((flow) => {
      const { schedule } = flow.config
      const [at] = schedule ? nextRuns(schedule, 1, new Date(now)) : []
      return schedule && at ? [{ flow, at, words: inWords(schedule.cron, chooseLocale([i18n.locale])) }] : []
    })
    .sort((left, right) => left.at.getTime() - right.at.getTime())
    .slice(0, SHOWN)
  if (upcoming.length === 0) return null
  return (
    <Card title={<Trans>Next scheduled</Trans>}>
      <ul className={styles['list']} aria-label={t`Next scheduled`}>
        {upcoming.map(({ flow, words }) => (
          <li key={flow.id} className={styles['item']}>
            <span className={styles['name']}>
              <Link to="/flows/$id" params={{ id: flow.id }}>
                {flow.name}
              </Link>
            </span>
            <span className={styles['what']}>{words}</span>
            <span className={styles['figure']}>
              <NextRun flow={flow} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
