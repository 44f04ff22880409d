import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Crosshair } from 'lucide'
import { useId } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { classNames } from '../../kit/class-names.ts'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import { Marked } from '../../lists/marked.tsx'
import { MirrorState } from '../../mirrors/mirror-state.tsx'
import { mirrorTone } from '../../mirrors/mirror-tone.ts'
import { isRunning } from '../../queries/use-flows.ts'
import { useMirrorSummary } from '../../queries/use-mirrors.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { RunState } from '../../runs/state/run-state.tsx'
import { NextRun } from '../../schedules/next-run.tsx'
import styles from './graph-cards.module.css'

interface FlowCardProps {
  readonly flow: Flow
  /** The names of the flows before it. */
  readonly after: readonly string[]
  /** No line shows what is before it. */
  readonly isListed: boolean
}

/** A flow in the order of flows: how its last run went, and when it starts next. */
export function FlowCard({ flow, after, isListed }: FlowCardProps) {
  const { t } = useLingui()
  const { filters, query, filter } = useListUrl()
  const { id, name, enabled, config, lastRun } = flow
  const mirror = useMirrorSummary(flow)
  const before = after.join(', ')
  const facts = useId()
  return (
    <div className={classNames(styles['card'], styles['single'], !enabled && styles['off'])}>
      <Link to="/flows/$id" params={{ id }} className={styles['whole']} aria-describedby={facts} draggable={false}>
        {/* Said in one piece; the description has the facts. */}
        <span className="visually-hidden">{before === '' ? name : t`${name}, after ${before}`}</span>
        <span aria-hidden className={styles['head']}>
          <StatusDot
            tone={mirror ? mirrorTone(mirror) : lastRun ? verdictOfRun(lastRun).tone : 'neutral'}
            isLive={isRunning(flow)}
          />
          <span className={styles['title']} title={name}>
            <Marked text={name} searched={query} />
          </span>
        </span>
        <span id={facts} aria-hidden className={styles['facts']}>
          {mirror ? (
            <MirrorState mirror={mirror} hasDot={false} />
          ) : lastRun ? (
            <RunState verdict={verdictOfRun(lastRun)} hasDot={false} hasDetail={false} />
          ) : (
            <Trans>never run</Trans>
          )}
          {!mirror && lastRun?.startedAt && <RelativeTime at={lastRun.startedAt} />}
          {(config.schedule || !enabled) && (
            <span className={styles['next']}>
              <NextRun flow={{ ...flow, config: withoutAfter(flow) }} />
            </span>
          )}
        </span>
        {isListed && before !== '' && (
          <span aria-hidden className={styles['before']}>
            <Trans>after {before}</Trans>
          </span>
        )}
      </Link>
      {filters.flow !== id && (
        <IconButton
          icon={Crosshair}
          size="sm"
          className={styles['focus']}
          label={t`Only ${name} and flows before and after`}
          onClick={() => filter({ flow: id })}
        />
      )}
    </div>
  )
}

/** The lines show after which flows it starts. */
const withoutAfter = ({ config: { after: _, ...config } }: Flow) => config
