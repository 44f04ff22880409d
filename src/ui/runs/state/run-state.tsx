import { useLingui } from '@lingui/react/macro'

import { RUN_KINDS, type RunKind, type RunResult } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal, type RunStatus } from '../../../core/catalog/runs/run-states.ts'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import styles from './run-state.module.css'
import { RUN_TONES } from './run-tones.ts'

/** The words for the end of a run are others for one that only tries or compares. */
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
  const others: Readonly<Record<RunResult, Partial<typeof names>>> = {
    written: {},
    predicted: { partially_succeeded: t`Would partly succeed`, failed: t`Would fail` },
    compared: { succeeded: t`Compared`, partially_succeeded: t`Partly compared`, failed: t`Not compared` },
  }
  return (status, kind = 'move') => others[RUN_KINDS[kind].result][status] ?? names[status]
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
