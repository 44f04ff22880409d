import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'

import type { Run, RunStream } from '../../core/runs/run.ts'
import { lazyNamed } from '../app/lazy-named.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Button } from '../kit/button/button.tsx'
import { Skeleton } from '../kit/skeleton/skeleton.tsx'
import { useIsAllowed } from '../organizations/use-active-organization.ts'
import styles from './run-details.module.css'
import { StreamDifference } from './stream-difference.tsx'
import { StreamReceipt } from './stream-receipt.tsx'

const RejectedRows = lazyNamed(() => import('./rejected-rows.tsx'), 'RejectedRows')

/** Each table of a run: how much of it came across, which part was read, and what is to be known of it. */
export function RunStreams({ run }: { run: Run }) {
  const { t } = useLingui()
  return (
    <ul className={styles['streams']} aria-label={t`Tables`}>
      {run.streams.map((stream) => (
        <Stream key={stream.entity} run={run} stream={stream} />
      ))}
    </ul>
  )
}

function Stream({ run, stream }: { run: Run; stream: RunStream }) {
  const { number } = useFormats()
  const { entity, target, rowsRead, rowsWritten, estimatedRows, status, window, notes, error } = stream
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
      {window && (
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
      {run.isDry && <StreamDifference runId={run.id} stream={stream} />}
      <StreamReceipt stream={stream} isDry={run.isDry === true} />
      {notes?.map((note) => (
        <span key={note} className={styles['note']}>
          {note}
        </span>
      ))}
      {stream.rowsRejected > 0 && <Rejected run={run} stream={stream} />}
      {error && <span className={styles['problem']}>{error.message}</span>}
    </li>
  )
}

function Rejected({ run, stream: { entity, rowsRejected, status } }: { run: Run; stream: RunStream }) {
  const { number } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const maySee = useIsAllowed('run.data') && status === 'succeeded'
  return (
    <>
      <span className={styles['rejected']}>
        <Plural
          value={rowsRejected}
          one={`${number(rowsRejected)} row rejected`}
          other={`${number(rowsRejected)} rows rejected`}
        />
        {maySee && (
          <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? <Trans>Hide them</Trans> : <Trans>Show them</Trans>}
          </Button>
        )}
      </span>
      {isOpen && (
        <Suspense fallback={<Skeleton />}>
          <RejectedRows runId={run.id} flowId={run.flowId} entity={entity} />
        </Suspense>
      )}
    </>
  )
}
