import type { MirrorSummary } from '../../core/mirrors/mirror.ts'
import { useServerText } from '../i18n/use-server-text.ts'
import { StatusDot } from '../kit/status-dot/status-dot.tsx'
import styles from './mirror-state.module.css'
import { mirrorTone } from './mirror-tone.ts'
import { useMirrorWords } from './use-mirror-words.ts'

interface MirrorStateProps {
  readonly mirror: MirrorSummary
  /** Hidden if a dot of the same colour is nearby. */
  readonly hasDot?: boolean
}

/** How a mirror is doing, in place of the last run of other flows. */
export function MirrorState({ mirror, hasDot = true }: MirrorStateProps) {
  const words = useMirrorWords()
  const serverText = useServerText()
  const { state, problem } = mirror
  return (
    <span className={styles['state']} title={problem && serverText.message(problem)}>
      {hasDot && <StatusDot tone={mirrorTone(mirror)} isLive={state === 'starting' || state === 'copying'} />}
      <span className={styles['words']}>{words(mirror)}</span>
    </span>
  )
}
