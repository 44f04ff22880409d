import { Plural, Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'

import type { RunStream } from '../../../core/runs/run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { DifferenceCounts, hasRowChanges } from '../../lists/difference-counts.tsx'
import { ShowRows } from './show-rows.tsx'
import styles from './stream-difference.module.css'

const MessagePreview = lazyNamed(() => import('./message-preview.tsx'), 'MessagePreview')
const RowChangesTable = lazyNamed(() => import('./row-changes-table.tsx'), 'RowChangesTable')

/** The changes of one table that a dry run found. */
export function StreamDifference({ runId, stream }: { runId: string; stream: RunStream }) {
  const { number } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { entity, status, difference, hasMessage, rowsRejected, rowsWritten } = stream
  if (status !== 'succeeded') return null
  const rejected = number(rowsRejected)
  const rejects = rowsRejected > 0 && (
    <>
      {' · '}
      <Trans>{rejected} would be rejected</Trans>
    </>
  )
  if (!difference) {
    return (
      <>
        <span className={styles['difference']}>
          <span>
            <Plural
              value={rowsWritten}
              one={`${number(rowsWritten)} row would be sent`}
              other={`${number(rowsWritten)} rows would be sent`}
            />
            {rejects}
          </span>
          {hasMessage && <ShowRows as="message" isOpen={isOpen} onToggle={setOpen} />}
        </span>
        {!hasMessage && (
          <span className={styles['note']}>
            <Trans>This destination cannot be compared.</Trans>
          </span>
        )}
        {isOpen && (
          <Suspense fallback={<Skeleton />}>
            <MessagePreview runId={runId} entity={entity} />
          </Suspense>
        )}
      </>
    )
  }
  return (
    <>
      <span className={styles['difference']}>
        <span>
          <DifferenceCounts difference={difference} />
          {rejects}
        </span>
        {hasRowChanges(difference) && <ShowRows isOpen={isOpen} onToggle={setOpen} />}
      </span>
      {isOpen && (
        <Suspense fallback={<Skeleton />}>
          <RowChangesTable runId={runId} entity={entity} />
        </Suspense>
      )}
    </>
  )
}
