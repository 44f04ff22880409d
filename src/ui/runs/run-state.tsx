import { useLingui } from '@lingui/react/macro'

import { isFinal, type RunStatus } from '../../core/catalog/run-states.ts'
import { StatusDot } from '../kit/status-dot/status-dot.tsx'
import type { Tone } from '../kit/tone.ts'
import styles from './run-state.module.css'

const TONES: Readonly<Record<RunStatus, Tone>> = {
  queued: 'neutral',
  running: 'accent',
  committing: 'accent',
  succeeded: 'success',
  failed: 'danger',
  cancelled: 'neutral',
}

function useRunStateName(): (status: RunStatus) => string {
  const { t } = useLingui()
  const names: Readonly<Record<RunStatus, string>> = {
    queued: t`Queued`,
    running: t`Running`,
    committing: t`Finishing`,
    succeeded: t`Succeeded`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
  }
  return (status) => names[status]
}

/** How a run stands: a dot and the word. */
export function RunState({ status }: { status: RunStatus }) {
  const stateName = useRunStateName()
  return (
    <span className={styles['state']}>
      <StatusDot tone={TONES[status]} isLive={!isFinal(status)} />
      {stateName(status)}
    </span>
  )
}
