import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { isMirrored } from '../../core/catalog/mirrors/is-mirrored.ts'
import type { Flow, Schedule } from '../../core/flows/flow.ts'
import { useOrganizationState } from '../access/use-active-organization.ts'
import { chooseLocale } from '../i18n/locale.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { useNow } from '../i18n/use-now.ts'
import { lazyNamed } from '../kit/lazy-named.ts'
import { useCron } from './cron.tsx'

const AfterFlows = lazyNamed(() => import('./after-flows.tsx'), 'AfterFlows')

/** What starts a flow: its next scheduled time, with the schedule as text on hover, and the flows before it. */
export function NextRun({ flow: { enabled, config } }: { flow: Flow }) {
  const { active } = useOrganizationState()
  const { schedule, after } = config
  if (isMirrored(config)) return <Trans>All the time</Trans>
  if (!schedule && !after) return <Trans>On demand</Trans>
  if (!enabled) return <Trans>Switched off</Trans>
  if (active?.schedulesPaused) return <Trans>Paused</Trans>
  return (
    <Suspense>
      {schedule && <NextInstant schedule={schedule} />}
      {schedule && after && ' · '}
      {after && <AfterFlows after={after} />}
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
