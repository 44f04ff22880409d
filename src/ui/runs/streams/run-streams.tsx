import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { isOnlyFailure } from '../../../core/runs/is-failure.ts'
import { combinesRows } from '../../../core/runs/rows/rows-through-steps.ts'
import type { Run, RunError, RunStream } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { SearchInput } from '../../kit/search-input/search-input.tsx'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { MendsRoom } from '../mends/mends-room.tsx'
import { FixLink } from '../trouble/fix-link.tsx'
import styles from './run-streams.module.css'
import { StreamDifference } from './stream-difference.tsx'
import { StreamReceipt } from './stream-receipt.tsx'

const StreamComparison = lazyNamed(() => import('./stream-comparison.tsx'), 'StreamComparison')
const FailureMends = lazyNamed(() => import('../mends/failure-mends.tsx'), 'FailureMends')
const RejectedRows = lazyNamed(() => import('../rejects/rejected-rows.tsx'), 'RejectedRows')

/** Each table of a run: its counts, its window, and its notes. */
export function RunStreams({ run }: { run: Run }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(AT_ONCE)
  const isLong = run.streams.length > AT_ONCE
  const found = isLong ? troubleFirst(run.streams).filter(isCalled(search)) : run.streams
  return (
    <>
      {isLong && <SearchInput label={t`Search tables`} value={search} onChange={setSearch} />}
      {found.length > 0 && (
        <ul className={styles['streams']} aria-label={t`Tables`}>
          {found.slice(0, limit).map((stream) => (
            <Stream key={stream.entity} run={run} stream={stream} />
          ))}
        </ul>
      )}
      {isLong && (
        <p className={styles['note']}>
          <span>
            <Trans>
              {number(Math.min(found.length, limit))} of {number(run.streams.length)} tables
            </Trans>
          </span>
          {found.length > limit && (
            <>
              {' · '}
              <Button size="sm" variant="ghost" onClick={() => setLimit(limit + AT_ONCE)}>
                <Trans>Show more tables</Trans>
              </Button>
            </>
          )}
        </p>
      )}
    </>
  )
}

/** Browsers need seconds to lay out thousands of tables, and nobody reads them. */
const AT_ONCE = 100

const URGENCY = ['failed', 'running', 'committing', 'cancelled']

/** Failed ones first, then active ones; the others in the order of the run. */
const troubleFirst = (streams: readonly RunStream[]): readonly RunStream[] => {
  const rank = ({ status }: RunStream) => URGENCY.indexOf(status) + 1 || URGENCY.length + 1
  return streams.toSorted((one, other) => rank(one) - rank(other))
}

const isCalled =
  (search: string) =>
  ({ entity, target }: RunStream) =>
    `${entity} ${target}`.toLowerCase().includes(search.trim().toLowerCase())

function Stream({ run, stream }: { run: Run; stream: RunStream }) {
  const serverText = useServerText()
  const { number } = useFormats()
  const { entity, target, rowsRead, rowsWritten, estimatedRows, status, window, notes, noteSentences, error } = stream
  return (
    <li className={styles['stream']}>
      <span className={styles['entity']}>{entity === target ? entity : `${entity} → ${target}`}</span>
      <span className={styles['rows']}>
        {status === 'succeeded' || estimatedRows === undefined || estimatedRows <= rowsRead ? (
          number(Math.max(rowsWritten, rowsRead))
        ) : (
          <Trans>
            {number(rowsRead)} of ~{number(estimatedRows)}
          </Trans>
        )}
      </span>
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
      {error && <StreamProblem error={error} run={run} isRuns={error.message === run.error?.message} />}
    </li>
  )
}

/** The error of one table. An error that the run itself shows above is not repeated here. */
function StreamProblem({ error, run, isRuns }: { error: RunError; run: Run; isRuns: boolean }) {
  const serverText = useServerText()
  return (
    <span className={styles['problem']}>
      {serverText.message(error)}
      {!isRuns && error.hint !== undefined && <span className={styles['hint']}>{serverText.hint(error)}</span>}
      <span className={styles['mends']}>
        {!isRuns && <FixLink error={error} run={run} />}
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
          disabledReason={
            status === 'succeeded' ? disabledReason : t`Rejected rows are kept only for tables that were finished.`
          }
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
