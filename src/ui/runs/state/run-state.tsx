import { useLingui } from '@lingui/react/macro'

import { isFinal, type RunStatus } from '../../../core/catalog/runs/run-states.ts'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import styles from './run-state.module.css'
import { RUN_TONES } from './run-tones.ts'

export function useRunStateName(): (status: RunStatus) => string {
  const { t } = useLingui()
  const names: Readonly<Record<RunStatus, string>> = {
    queued: t`Queued`,
    running: t`Running`,
    committing: t`Finishing`,
    succeeded: t`Succeeded`,
    partially_succeeded: t`Partly succeeded`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
  }
  return (status) => names[status]
}

interface RunStateProps {
  readonly status: RunStatus
  /** It did not take place. */
  readonly isSkipped?: boolean
  /** Hidden if a dot of the same colour is nearby. */
  readonly hasDot?: boolean
}

/** The state of a run: a dot and the word. */
export function RunState({ status, isSkipped = false, hasDot = true }: RunStateProps) {
  const { t } = useLingui()
  const stateName = useRunStateName()
  return (
    <span className={styles['state']}>
      {hasDot && <StatusDot tone={RUN_TONES[status]} isLive={!isFinal(status)} />}
      {isSkipped ? t`Skipped` : stateName(status)}
    </span>
  )
}
