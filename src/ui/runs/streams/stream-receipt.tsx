import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleX, Sigma } from 'lucide'
import { Suspense } from 'react'

import type { UncheckedReason } from '../../../core/catalog/runs/check-states.ts'
import type { ArrivalCheck } from '../../../core/runs/receipts/stream-receipt.ts'
import type { RunStream } from '../../../core/runs/run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import styles from './stream-receipt.module.css'

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
      {receipt?.phases && !isDry && <Phases {...receipt.phases} />}
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
          one={`Marked: ${number(rows)} row that is gone at the source`}
          other={`Marked: ${number(rows)} rows that are gone at the source`}
        />
      ) : (
        <Plural
          value={rows}
          one={`Removed: ${number(rows)} row that is gone at the source`}
          other={`Removed: ${number(rows)} rows that are gone at the source`}
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

interface CheckProps {
  readonly check: ArrivalCheck
  /** Rows that were counted, and then not put in place. */
  readonly leftOut: number
}

function Check({ check: { state, rows: found, counted: atSource, keys = [], sent, reason }, leftOut }: CheckProps) {
  const { t } = useLingui()
  const { number } = useFormats()
  const rows = number(found)
  const counted = t`${plural(found, { one: '# row counted in the destination', other: '# rows counted in the destination' })}`
  const columns = keys.join(', ')
  const reasons = useReasons(columns)
  if (state === 'failed') {
    return (
      <span className={styles['failed']}>
        <Icon of={CircleX} size={14} />
        <Trans>Check failed: the rows that arrived differ from the rows that were read. The old rows were kept.</Trans>
      </span>
    )
  }
  if (state === 'verified') {
    return (
      <span className={styles['verified']}>
        <Icon of={CircleCheck} size={14} />
        <span>
          {sent ? (
            <Trans>
              Verified: {counted}, {columns} compared with the rows that were sent
            </Trans>
          ) : (
            <Trans>
              Verified: {counted}, {columns} compared with the source
            </Trans>
          )}
          {leftOut > 0 && (
            <>
              {'. '}
              <SkippedPart rows={leftOut} />
            </>
          )}
        </span>
      </span>
    )
  }
  if (reason === 'message') {
    return (
      <span className={styles['counted']}>
        <Icon of={Sigma} size={14} />
        <Plural
          value={found}
          one={`Counted: ${rows} row in the message that was sent.`}
          other={`Counted: ${rows} rows in the message that was sent.`}
        />
      </span>
    )
  }
  return (
    <span className={styles['counted']}>
      <Icon of={Sigma} size={14} />
      <span>
        <Plural
          value={found}
          one={`Counted: ${rows} row in the destination.`}
          other={`Counted: ${rows} rows in the destination.`}
        />{' '}
        {reason && reasons[reason]} <AtSource rows={atSource} /> {leftOut > 0 && <SkippedPart rows={leftOut} />}
      </span>
    </span>
  )
}

/** Whether anybody has counted the rows before they were read. */
function AtSource({ rows }: { readonly rows: number | undefined }) {
  const { number } = useFormats()
  if (rows === undefined) return <Trans>Nobody counted the rows at the source.</Trans>
  const formatted = number(rows)
  return (
    <Plural value={rows} one={`The source counted ${formatted} row.`} other={`The source counted ${formatted} rows.`} />
  )
}

/** The destination had them already, or a later row has their key. */
const SkippedPart = ({ rows }: { rows: number }) => (
  <Plural
    value={rows}
    one="# of them was left out when they were put in place."
    other="# of them were left out when they were put in place."
  />
)

/** @param columns those that were compared */
function useReasons(columns: string): Readonly<Record<Exclude<UncheckedReason, 'message'>, string>> {
  const { t } = useLingui()
  return {
    answered: t`It confirmed the number when it accepted them. Before that, Millrace cannot ask it for their keys.`,
    'no-key': t`The table has no key to compare.`,
    steps: t`Steps change the set of rows or their keys, so keys were not compared.`,
    rejected: t`Rows were rejected, so keys were not compared.`,
    'some-rows': t`Only some rows were read, so keys were not compared.`,
    uncounted: t`${columns} compared with the rows that were sent.`,
    types: t`The two systems have no common way to compare keys of these types.`,
    'source-changed': t`The source table was emptied or rewritten meanwhile, so keys were not compared.`,
    reshaped: t`${columns} compared. The target keeps some values in a form of its own, in which a part of them may be lost; the log names the columns.`,
    altered: t`Triggers or rules of the target changed rows after they were compared.`,
    interrupted: t`An earlier attempt put them in place and was interrupted afterwards.`,
  }
}

function Phases({ moving, checking, committing }: { moving?: number; checking?: number; committing?: number }) {
  const { duration } = useFormats()
  const formatted = (milliseconds: number) => duration(milliseconds)
  return (
    <span className={styles['phases']}>
      {moving !== undefined && <Trans>Moved in {formatted(moving)}</Trans>}
      {checking !== undefined && (
        <>
          {' · '}
          <Trans>checked in {formatted(checking)}</Trans>
        </>
      )}
      {committing !== undefined && (
        <>
          {' · '}
          <Trans>put in place in {formatted(committing)}</Trans>
        </>
      )}
    </span>
  )
}
