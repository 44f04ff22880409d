import { Trans, useLingui } from '@lingui/react/macro'

import type { CutOver } from '../../../core/mirrors/mirror.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Cell, Row, Table } from '../../kit/table/table.tsx'
import styles from './cut-over.module.css'

/** The columns of the destination that number their rows; each goes on after the rows that have come. */
export function NumbersList({ cutOver: { numbers = [], isProven } }: { readonly cutOver: CutOver }) {
  const { t } = useLingui()
  const serverText = useServerText()
  if (!isProven) {
    return (
      <p className={styles['words']}>
        <Trans>They are set when both sides are proven equal.</Trans>
      </p>
    )
  }
  if (numbers.length === 0) {
    return (
      <p className={styles['words']}>
        <Trans>No mirrored column numbers its rows.</Trans>
      </p>
    )
  }
  return (
    <div className={styles['list']}>
      <Table
        label={t`Numbers of new rows`}
        columns={[
          { label: t`Column` },
          { label: t`Last number before`, align: 'end', isSecondary: true },
          { label: t`Goes on after`, align: 'end' },
        ]}
      >
        {numbers.map(({ table, column, before, last, problem }) => (
          <Row key={`${table} ${column}`}>
            <Cell className={styles['name']}>
              {table}.{column}
              {problem && <span className={styles['reason']}>{serverText.message(problem)}</span>}
            </Cell>
            <Cell align="end" isSecondary>
              {before ?? '–'}
            </Cell>
            <Cell align="end">{last ?? '–'}</Cell>
          </Row>
        ))}
      </Table>
    </div>
  )
}
