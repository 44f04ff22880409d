import { Trans } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import type { FlowOverview } from '../../../core/flows/overview/flow-overview.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { useNow } from '../../i18n/use-now.ts'
import { NextRun } from '../../schedules/next-run.tsx'
import { Fact, Facts } from './facts.tsx'
import styles from './flow-facts.module.css'
import { LabelFacts } from './label-facts.tsx'
import { LastChange } from './last-change.tsx'

interface FlowFactsProps {
  readonly flow: Flow
  /** Absent while it is loaded, or if the server does not have it. */
  readonly overview: FlowOverview | undefined
}

/** When it last succeeded, when it starts next, and how old its rows may become. */
export function FlowFacts({ flow, overview }: FlowFactsProps) {
  const { lastRun } = flow
  const success = overview?.lastSuccessAt ?? (lastRun?.status === 'succeeded' ? lastRun.finishedAt : undefined)
  const change = overview?.changes.find(({ of }) => of === 'flow')
  return (
    <Facts>
      <Fact name={<Trans>Last success</Trans>}>
        {success ? <RelativeTime at={success} /> : <Trans>never yet</Trans>}
      </Fact>
      <Fact name={<Trans>Next run</Trans>}>
        <NextRun flow={flow} />
      </Fact>
      <Fact name={<Trans>Freshness</Trans>}>
        <Freshness flow={flow} success={success} />
      </Fact>
      {change?.saved && <LastChange saved={change.saved} />}
      <LabelFacts flow={flow} />
    </Facts>
  )
}

/** The age of the rows, against the limit. */
function Freshness({
  flow: { freshnessMinutes, lateSince },
  success,
}: {
  readonly flow: Flow
  readonly success: string | undefined
}) {
  const { duration } = useFormats()
  const now = useNow()
  if (freshnessMinutes == null) return <Trans>No limit</Trans>
  const limit = freshnessMinutes * 60_000
  const allowed = duration(limit)
  if (success === undefined) return <Trans>at most {allowed} old</Trans>
  const whole = duration(Math.max(60_000, Math.floor((now - Date.parse(success)) / 60_000) * 60_000))
  const share = Math.min(1, (now - Date.parse(success)) / limit)
  return (
    <span className={styles['freshness']}>
      <Trans>
        {whole} of {allowed}
      </Trans>
      <span className={styles['meter']} aria-hidden>
        <span
          className={lateSince === undefined ? styles['fresh'] : styles['late']}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </span>
  )
}
