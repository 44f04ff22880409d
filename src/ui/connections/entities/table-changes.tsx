import { Trans } from '@lingui/react/macro'

import type { TableChange } from '../../../core/connections/compare-tables.ts'

/** The changes in a system, line by line. */
export const TableChanges = ({ changes }: { readonly changes: readonly TableChange[] }) => (
  <ul>
    {changes.map((change) => (
      <li key={JSON.stringify(change)}>
        <TableChangeText change={change} />
      </li>
    ))}
  </ul>
)

function TableChangeText({ change }: { readonly change: TableChange }) {
  const { table } = change
  switch (change.kind) {
    case 'table-added':
      return <Trans>New: {table}</Trans>
    case 'table-removed':
      return (
        <Trans>
          No longer there: <del>{table}</del>
        </Trans>
      )
    case 'column-added': {
      const { column, type } = change
      return (
        <Trans>
          New in {table}: {column} ({type})
        </Trans>
      )
    }
    case 'column-removed': {
      const { column, type } = change
      return (
        <Trans>
          No longer in {table}:{' '}
          <del>
            {column} ({type})
          </del>
        </Trans>
      )
    }
    case 'column-retyped': {
      const { column, type, before } = change
      return (
        <Trans>
          Changed type in {table}: {column} was {before} and is now {type}
        </Trans>
      )
    }
  }
}
