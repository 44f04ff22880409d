import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { combinesRows } from '../../../core/catalog/transformations/combines-rows.ts'
import { isSummaryComplete, summaryOfTables } from '../../../core/runs/failed-tables.ts'
import { isOnlyFailure } from '../../../core/runs/is-failure.ts'
import type { Run, RunError, RunStream } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { MendsRoom } from '../mends/mends-room.tsx'
import { StreamDifference } from '../streams/stream-difference.tsx'
import { StreamReceipt } from '../streams/stream-receipt.tsx'
import { FixLink } from '../trouble/fix-link.tsx'
import styles from './table-details.module.css'

const StreamComparison = lazyNamed(() => import('../streams/stream-comparison.tsx'), 'StreamComparison')
const FailureMends = lazyNamed(() => import('../mends/failure-mends.tsx'), 'FailureMends')
const RejectedRows = lazyNamed(() => import('../rejects/rejected-rows.tsx'), 'RejectedRows')

/** What the figures of a table do not say: its window, its differences, its checks, its notes and its trouble. */
export function TableDetails({ run, stream }: { readonly run: Run; readonly stream: RunStream }) {
  const serverText = useServerText()
  const { entity, status, window, notes, noteSentences, error } = stream
  return (
    <div className={styles['stream']}>
      {window?.until !== undefined && (
        <span className={styles['note']}>
          {window.from === undefined ? (
            <Trans>
              By {window.cursor}: from the beginning up to <code>{window.until}</code>
            </Trans>
          ) : (
            <Trans>
              By {window.cursor}: from <code>{window.from}</code> up to <code>{window.until}</code>
            </Trans>
          )}
        </span>
      )}
      {run.kind === 'compare' && status === 'succeeded' && (
        <Suspense fallback={<Skeleton />}>
          <StreamComparison runId={run.id} stream={stream} />
        </Suspense>
      )}
      {run.kind === 'dry-run' && <StreamDifference runId={run.id} stream={stream} />}
      <StreamReceipt
        runId={run.id}
        stream={stream}
        isDry={isDry(run.kind)}
        combinesRows={combinesRows(run.flow?.steps ?? [], entity)}
      />
      {serverText.notes(notes, noteSentences).map((note) => (
        <span key={note} className={styles['note']}>
          {note}
        </span>
      ))}
      {stream.rowsRejected > 0 && <Rejected run={run} stream={stream} />}
      {error && <StreamProblem error={error} run={run} />}
    </div>
  )
}

/** The error of one table, without what the run itself tells above, and its mends if it is not the only one. */
function StreamProblem({ error, run }: { error: RunError; run: Run }) {
  const serverText = useServerText()
  const summary = summaryOfTables(run)
  if (isSummaryComplete(run)) return null
  return (
    <span className={styles['problem']}>
      {summary !== 'all' && serverText.message(error)}
      {summary === 'count' && error.hint !== undefined && (
        <span className={styles['hint']}>{serverText.hint(error)}</span>
      )}
      <span className={styles['mends']}>
        {summary !== 'all' && <FixLink error={error} run={run} />}
        {!isOnlyFailure(run) && (
          <Suspense fallback={<MendsRoom />}>
            <FailureMends run={run} error={error} />
          </Suspense>
        )}
      </span>
    </span>
  )
}

function Rejected({ run, stream: { entity, rowsRejected, status } }: { run: Run; stream: RunStream }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const disabledReason = useDisabledReason('run.data')
  return (
    <>
      <span className={styles['rejected']}>
        <Plural
          value={rowsRejected}
          one={`${number(rowsRejected)} row rejected`}
          other={`${number(rowsRejected)} rows rejected`}
        />
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          disabledReason={status === 'succeeded' ? disabledReason : t`Only rows of finished tables are kept.`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <Trans>Hide them</Trans> : <Trans>Show them</Trans>}
        </Button>
      </span>
      {isOpen && (
        <Suspense fallback={<Skeleton />}>
          <RejectedRows run={run} entity={entity} />
        </Suspense>
      )}
    </>
  )
}
