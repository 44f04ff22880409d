import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'

import type { Flow, Schedule } from '../../core/flows/flow.ts'
import { useOrganizationState } from '../access/use-active-organization.ts'
import { chooseLocale } from '../i18n/locale.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { useNow } from '../i18n/use-now.ts'
import { useCron } from './cron.tsx'

/** The next scheduled run of a flow; the schedule as text on hover. */
export function NextRun({ flow: { enabled, config } }: { flow: Flow }) {
  const { active } = useOrganizationState()
  if (!config.schedule) return <Trans>On demand</Trans>
  if (!enabled) return <Trans>Switched off</Trans>
  if (active?.schedulesPaused) return <Trans>Paused</Trans>
  return (
    <Suspense>
      <NextInstant schedule={config.schedule} />
    </Suspense>
  )
}

function NextInstant({ schedule }: { schedule: Schedule }) {
  const { i18n } = useLingui()
  const { inWords, nextRuns } = useCron()
  const { relative, dateTime } = useFormats()
  const now = useNow()
  const [next] = nextRuns(schedule, 1, new Date(now))
  if (!next) return <Trans>Never</Trans>
  const at = next.toISOString()
  const words = inWords(schedule.cron, chooseLocale([i18n.locale]))
  return (
    <time dateTime={at} data-tooltip={[words, dateTime(at)].filter(Boolean).join(' · ')}>
      {relative(at, now)}
    </time>
  )
}
