import type { RunVerdict } from '../../../core/catalog/runs/verdict/run-verdict.ts'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import styles from './run-state.module.css'
import { useVerdictText } from './use-verdict-text.ts'

interface RunStateProps {
  readonly verdict: RunVerdict
  /** Hidden if a dot of the same colour is nearby. */
  readonly hasDot?: boolean
  /** Hidden where the figures are nearby, or have no room; rejected rows are then told in place of the name. */
  readonly hasDetail?: boolean
}

/** The state of a run: a dot, the word, and what the word does not say. */
export function RunState({ verdict, hasDot = true, hasDetail = true }: RunStateProps) {
  const { name, detail } = useVerdictText()(verdict)
  return (
    <span className={styles['state']}>
      {hasDot && <StatusDot tone={verdict.tone} isLive={verdict.tone === 'accent' || verdict.name === 'queued'} />}
      <span className={styles['name']}>
        <span>{hasDetail || verdict.name !== 'succeeded' ? name : (detail ?? name)}</span>
        {hasDetail && detail !== undefined && <span className={styles['detail']}>, {detail}</span>}
      </span>
    </span>
  )
}
