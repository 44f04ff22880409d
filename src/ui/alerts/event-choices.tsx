import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import {
  ALERT_EVENTS,
  type AlertEvent,
  type ChannelEvent,
  FLOW_EVENTS,
  RUN_EVENTS,
} from '../../core/catalog/alert-events.ts'
import { Checkbox } from '../kit/checkbox/checkbox.tsx'
import styles from './alerts.module.css'

interface EventChoicesProps {
  readonly chosen: readonly ChannelEvent[]
  readonly error: string | undefined
  onChange(events: readonly AlertEvent[]): void
}

/** The events of a channel: changes of a flow, and the end of each run. */
export function EventChoices({ chosen, error, onChange }: EventChoicesProps) {
  const meanings = useMeanings()
  const group = (legend: ReactNode, events: readonly AlertEvent[]) => (
    <fieldset className={styles['choices']}>
      <legend className={styles['legend']}>{legend}</legend>
      {events.map((event) => (
        <Checkbox
          key={event}
          label={meanings[event]}
          checked={chosen.includes(event)}
          onChange={(isChosen) =>
            onChange(ALERT_EVENTS.filter((each) => (each === event ? isChosen : chosen.includes(each))))
          }
        />
      ))}
    </fieldset>
  )
  return (
    <>
      {group(<Trans>Notify when a flow</Trans>, FLOW_EVENTS)}
      {group(<Trans>Notify of every run that</Trans>, RUN_EVENTS)}
      {error !== undefined && <p className={styles['error']}>{error}</p>}
    </>
  )
}

function useMeanings(): Readonly<Record<AlertEvent, string>> {
  const { t } = useLingui()
  return {
    failed: t`has failed`,
    recovered: t`works again`,
    late: t`is late`,
    rejected: t`has rejected more rows than before`,
    budget: t`has used 80 % of a budget`,
    succeeded: t`has succeeded: every time`,
    'run.failed': t`ended with a failure`,
    'run.partially_succeeded': t`succeeded only for some tables`,
    'run.cancelled': t`was cancelled`,
    'run.skipped': t`was skipped: the previous one was still running`,
  }
}
