import { Plural, Trans } from '@lingui/react/macro'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import styles from './run-table.module.css'

/** The number of written rows; below it the other outcomes of the read rows. @param hasUnit where no heading names it */
export function RowCounts({ run, hasUnit = false }: { readonly run: Run; readonly hasUnit?: boolean }) {
  const { number } = useFormats()
  const totals = totalsOf(run)
  const { rowsRead, rowsFiltered, rowsRejected, rowsAdded, rowsRemoved = 0, rowsMarked = 0 } = totals
  const written = totals.streams === 0 ? (run.rowsWritten ?? 0) : totals.rowsWritten
  // Where every row was written, the second figure says nothing.
  const hasRead = totals.streams > 0 && rowsRead !== written
  if (isDry(run.kind)) return <span className={styles['rest']}>–</span>
  return (
    <div className={styles['rows']}>
      <span className={styles['written']}>
        {hasUnit ? (
          <Plural value={written} one={`${number(written)} row`} other={`${number(written)} rows`} />
        ) : (
          number(written)
        )}
      </span>
      <span className={styles['rest']}>
        {hasRead && <Trans>{number(rowsRead)} read</Trans>}
        {rowsAdded > 0 && (
          <>
            {' · '}
            <Trans>{number(rowsAdded)} added by steps</Trans>
          </>
        )}
        {rowsFiltered > 0 && !run.combinesRows && (
          <>
            {' · '}
            <Trans>{number(rowsFiltered)} filtered</Trans>
          </>
        )}
        {rowsRemoved > 0 && (
          <>
            {' · '}
            <Trans>{number(rowsRemoved)} removed</Trans>
          </>
        )}
        {rowsMarked > 0 && (
          <>
            {' · '}
            <Trans>{number(rowsMarked)} marked</Trans>
          </>
        )}
        {rowsRejected > 0 && (
          <>
            {' · '}
            <Trans>{number(rowsRejected)} rejected</Trans>
          </>
        )}
      </span>
    </div>
  )
}
