import { Trans } from '@lingui/react/macro'

import type { GoneAtSource } from '../../../core/catalog/runs/gone-at-source.ts'
import type { RunStream } from '../../../core/runs/run.ts'
import { OneColumn } from './one-column.tsx'
import styles from './run-comparison.module.css'

/** How the columns of both ends differ from those with which each table last arrived. */
export const ColumnChanges = ({ streams, gone }: { streams: readonly RunStream[]; gone: readonly GoneAtSource[] }) => (
  <ul className={styles['changes']}>
    {gone.map(({ table, column }) => (
      <li key={`${table} ${column}`}>
        <strong>{table}</strong>:{' '}
        {column === undefined ? (
          <Trans>gone at the source, or hidden from the account</Trans>
        ) : (
          <OneColumn change={{ side: 'source', name: column, is: 'removed' }} />
        )}
      </li>
    ))}
    {streams.flatMap(({ entity, target, columnChanges = [] }) =>
      columnChanges.map((change) => (
        <li key={`${entity} ${change.side} ${change.name}`}>
          <strong>{change.side === 'source' ? entity : target}</strong>: <OneColumn change={change} />
        </li>
      )),
    )}
  </ul>
)
