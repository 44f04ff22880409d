import { Link } from '@tanstack/react-router'

import type { Flow } from '../../../core/flows/flow.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import { Marked } from '../../lists/marked.tsx'
import { mirrorTone } from '../../mirrors/mirror-tone.ts'
import { useMirrorWords } from '../../mirrors/use-mirror-words.ts'
import { isRunning } from '../../queries/use-flows.ts'
import { useMirrorSummary } from '../../queries/use-mirrors.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { useVerdictText } from '../../runs/state/use-verdict-text.ts'
import styles from './graph-cards.module.css'

/** One flow in a bundle. */
export function FlowLink({ flow }: { readonly flow: Flow }) {
  const { query } = useListUrl()
  const verdictText = useVerdictText()
  const { id, name, lastRun } = flow
  const mirror = useMirrorSummary(flow)
  const mirrorWords = useMirrorWords()
  const verdict = lastRun && verdictOfRun(lastRun)
  return (
    <Link to="/flows/$id" params={{ id }} className={styles['flow']} draggable={false}>
      <StatusDot tone={mirror ? mirrorTone(mirror) : (verdict?.tone ?? 'neutral')} isLive={isRunning(flow)} />
      <span className={styles['name']} title={name}>
        <Marked text={name} searched={query} />
      </span>
      {mirror && <span className={styles['state']}>{mirrorWords(mirror)}</span>}
      {!mirror && verdict && verdict.tone !== 'success' && (
        <span className={styles['state']}>{verdictText(verdict).name}</span>
      )}
    </Link>
  )
}
