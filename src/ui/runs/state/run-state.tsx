import { useLingui } from '@lingui/react/macro'

import { isFinal, type RunStatus } from '../../../core/catalog/runs/run-states.ts'
import type { Run } from '../../../core/runs/run.ts'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import styles from './run-state.module.css'
import { RUN_TONES } from './run-tones.ts'

/** What kind of run it is: the words for its end are others for one that only tries or compares. */
export type RunKind = Pick<Run, 'isDry' | 'isComparison'>

export function useRunStateName(): (status: RunStatus, kind?: RunKind) => string {
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
  const ofDryRun = { partially_succeeded: t`Would partly succeed`, failed: t`Would fail` }
  const ofComparison = {
    succeeded: t`Compared`,
    partially_succeeded: t`Partly compared`,
    failed: t`Not compared`,
  }
  return (status, { isDry = false, isComparison = false } = {}) => {
    const own: Partial<typeof names> = isComparison ? ofComparison : isDry ? ofDryRun : {}
    return own[status] ?? names[status]
  }
}

interface RunStateProps {
  readonly status: RunStatus
  /** Absent: a run that moves rows. */
  readonly kind?: RunKind | undefined
  /** It did not take place. */
  readonly isSkipped?: boolean
  /** Hidden if a dot of the same colour is nearby. */
  readonly hasDot?: boolean
}

/** The state of a run: a dot and the word. */
export function RunState({ status, kind, isSkipped = false, hasDot = true }: RunStateProps) {
  const { t } = useLingui()
  const stateName = useRunStateName()
  return (
    <span className={styles['state']}>
      {hasDot && <StatusDot tone={RUN_TONES[status]} isLive={!isFinal(status)} />}
      {isSkipped ? t`Skipped` : stateName(status, kind)}
    </span>
  )
}
