import { Trans } from '@lingui/react/macro'

import type { ColumnChange } from '../../../core/runs/run.ts'

/** How a column differs from what it was. */
export function OneColumn({ change: { side, name, is, type = '', before = '' } }: { change: ColumnChange }) {
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
