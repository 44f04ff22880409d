import { Plural, Trans } from '@lingui/react/macro'
import { CircleCheck, CircleX, Sigma } from 'lucide'
import { Suspense } from 'react'

import type { ArrivalCheck } from '../../../core/runs/receipts/stream-receipt.ts'
import type { RunStream } from '../../../core/runs/run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import styles from './stream-receipt.module.css'
import { useCheckSentence } from './use-check-sentence.ts'

const DataChecks = lazyNamed(() => import('./data-checks.tsx'), 'DataChecks')

interface StreamReceiptProps {
  readonly runId: string
  readonly stream: RunStream
  readonly isDry: boolean
  /** Steps created new rows from those that were read, as an aggregate does. */
  readonly combinesRows: boolean
}

/** The outcomes of one table's rows, the checks at the destination, and the duration. */
export function StreamReceipt({ runId, stream, isDry, combinesRows }: StreamReceiptProps) {
  const { receipt, status } = stream
  const isCompared = stream.comparedColumns !== undefined
  return (
    <>
      {status === 'succeeded' &&
        !isCompared &&
        (combinesRows ? <Become stream={stream} /> : <Equation stream={stream} isDry={isDry} />)}
      {status === 'succeeded' && !isDry && <Vanished stream={stream} />}
      {receipt?.check && !isDry && (status === 'succeeded' || receipt.check.state === 'failed') && (
        <Check check={receipt.check} leftOut={receipt.check.rows - stream.rowsWritten} />
      )}
      {receipt?.dataChecks && (
        <Suspense fallback={<Skeleton />}>
          <DataChecks runId={runId} entity={stream.entity} results={receipt.dataChecks} />
        </Suspense>
      )}
    </>
  )
}

/** Groups, joins and SQL leave no rows out: they create rows. */
function Become({ stream: { rowsRead, rowsWritten, rowsRejected } }: { stream: RunStream }) {
  const { number } = useFormats()
  const rejected = number(rowsRejected)
  return (
    <span className={styles['line']}>
      <Plural
        value={rowsRead}
        one={`${number(rowsRead)} row became ${number(rowsWritten + rowsRejected)}`}
        other={`${number(rowsRead)} rows became ${number(rowsWritten + rowsRejected)}`}
      />
      {rowsRejected > 0 && (
        <>
          {' · '}
          <Trans>{rejected} rejected</Trans>
        </>
      )}
    </span>
  )
}

/** Rows of the target that the source no longer has. */
function Vanished({ stream: { rowsRemoved, rowsMarked } }: { stream: RunStream }) {
  const { number } = useFormats()
  const rows = rowsRemoved ?? rowsMarked
  if (rows === undefined) return null
  return (
    <span className={styles['line']}>
      {rowsRemoved === undefined ? (
        <Plural
          value={rows}
          one={`Marked: ${number(rows)} row gone at the source`}
          other={`Marked: ${number(rows)} rows gone at the source`}
        />
      ) : (
        <Plural
          value={rows}
          one={`Removed: ${number(rows)} row gone at the source`}
          other={`Removed: ${number(rows)} rows gone at the source`}
        />
      )}
    </span>
  )
}

function Equation({ stream, isDry }: { stream: RunStream; isDry: boolean }) {
  const { number } = useFormats()
  const read = number(stream.rowsRead)
  const added = number(stream.rowsAdded ?? 0)
  const written = number(stream.rowsWritten)
  const filtered = number(stream.rowsFiltered)
  const rejected = number(stream.rowsRejected)
  return (
    <span className={styles['line']}>
      <Trans>{read} read</Trans>
      {stream.rowsAdded !== undefined && (
        <>
          {' + '}
          <Trans>{added} added by steps</Trans>
        </>
      )}
      {' = '}
      {isDry ? <Trans>{written} to be written</Trans> : <Trans>{written} written</Trans>}
      {' + '}
      <Trans>{filtered} filtered</Trans>
      {' + '}
      <Trans>{rejected} rejected</Trans>
    </span>
  )
}

const CHECK_MARKS = { verified: CircleCheck, counted: Sigma, failed: CircleX } as const

/** @param leftOut rows that were counted, and then not put in place */
function Check({ check, leftOut }: { check: ArrivalCheck; leftOut: number }) {
  const sentenceOf = useCheckSentence()
  return (
    <span className={styles[check.state]}>
      <Icon of={CHECK_MARKS[check.state]} size={14} />
      <span>{sentenceOf(check, leftOut)}</span>
    </span>
  )
}
