import { Trans } from '@lingui/react/macro'

import { isTableGone } from '../../../core/runs/compare/changes-since-good.ts'
import type { ColumnChange, RunStream } from '../../../core/runs/run.ts'
import styles from './run-comparison.module.css'

/** How the columns of both ends differ from those with which each table last arrived. */
export const ColumnChanges = ({ streams }: { streams: readonly RunStream[] }) => (
  <ul className={styles['changes']}>
    {streams.filter(isTableGone).map(({ entity }) => (
      <li key={entity}>
        <strong>{entity}</strong>: <Trans>gone at the source, or hidden from the account</Trans>
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

function OneColumn({ change: { side, name, is, type = '', before = '' } }: { change: ColumnChange }) {
  const column = <code>{name}</code>
  const isSource = side === 'source'
  if (is === 'added')
    return (
      <Trans>
        {column} ({type}) is new at the source
      </Trans>
    )
  if (is === 'removed')
    return isSource ? <Trans>{column} is gone at the source</Trans> : <Trans>{column} is gone in the target</Trans>
  return isSource ? (
    <Trans>
      {column} was {before} at the source and is now {type}
    </Trans>
  ) : (
    <Trans>
      {column} was {before} in the target and is now {type}
    </Trans>
  )
}
