import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleX, Minus, Sigma, TriangleAlert } from 'lucide'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { differs } from '../../../core/runs/needs-look.ts'
import type { Run, RunStream } from '../../../core/runs/run.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import { useCheckSentence } from '../streams/use-check-sentence.ts'
import styles from './run-tables.module.css'

/** How a table ended; for one that arrived how it was checked, with the sentence on hover and focus. */
export function TableMark({ run, stream }: { readonly run: Run; readonly stream: RunStream }) {
  const { t } = useLingui()
  const sentenceOf = useCheckSentence()
  const { status, receipt, rowsWritten } = stream
  const check = receipt?.check
  if (status === 'failed') return <Mark icon={CircleX} className="failed" label={t`Failed`} />
  if (status === 'cancelled') return <Mark icon={Minus} className="idle" label={t`Cancelled`} />
  if (status === 'pending') return <span className={styles['waiting']} role="img" aria-label={t`Not begun`} />
  if (status !== 'succeeded')
    return (
      <span role="img" aria-label={t`Running`}>
        <StatusDot tone="accent" isLive />
      </span>
    )
  if (run.kind === 'compare') return <ComparedMark stream={stream} />
  if (isDry(run.kind) || !check) return <Mark icon={Minus} className="idle" label={t`Not checked`} />
  const isVerified = check.state === 'verified'
  return (
    <Mark
      icon={isVerified ? CircleCheck : Sigma}
      className={isVerified ? 'verified' : 'counted'}
      label={sentenceOf(check, check.rows - rowsWritten)}
    />
  )
}

/** Same is said only of a table of which every row was compared. */
function ComparedMark({ stream }: { readonly stream: RunStream }) {
  const { t } = useLingui()
  if (differs(stream)) return <Mark icon={TriangleAlert} className="differs" label={t`Differs`} />
  if ((stream.difference?.unknown ?? 0) > 0) return <Mark icon={Minus} className="idle" label={t`Compared`} />
  return <Mark icon={CircleCheck} className="verified" label={t`Same`} />
}

interface MarkProps {
  readonly icon: typeof CircleCheck
  readonly className: 'failed' | 'idle' | 'verified' | 'counted' | 'differs'
  readonly label: string
}

const Mark = ({ icon, className, label }: MarkProps) => (
  <span className={styles[className]} role="img" aria-label={label} data-tooltip={label}>
    <Icon of={icon} size={14} />
  </span>
)
