import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'

import { CONNECTION_MARKS } from '../../../core/bulk/bulk-mark.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { UnfinishedBulk } from '../../lists/unfinished-bulk.tsx'
import type { ConnectionBulkName } from './connection-bulk-bar.tsx'
import type { ConnectionEntry } from './connection-table.tsx'

const ConnectionBulkDialog = lazyNamed(() => import('./connection-bulk-dialog.tsx'), 'ConnectionBulkDialog')

/** What was asked for many sources and destinations, and is not done. */
export function UnfinishedConnectionBulks({ entries }: { entries: readonly ConnectionEntry[] }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<{
    readonly name: ConnectionBulkName
    readonly entries: readonly ConnectionEntry[]
  }>()
  const of = (name: ConnectionBulkName) => ({
    items: entries,
    onGoOn: (rest: readonly ConnectionEntry[]) => setChosen({ name, entries: rest }),
  })
  return (
    <>
      <UnfinishedBulk
        {...of('test')}
        name="testConnections"
        markOf={CONNECTION_MARKS.testConnections}
        titleOf={(count) => t`Test ${plural(count, { one: '# connection', other: '# connections' })}`}
      />
      <UnfinishedBulk
        {...of('delete')}
        name="removeConnections"
        markOf={CONNECTION_MARKS.removeConnections}
        titleOf={(count) => t`Delete ${plural(count, { one: '# connection', other: '# connections' })}`}
      />
      <Suspense>{chosen && <ConnectionBulkDialog {...chosen} onClose={() => setChosen(undefined)} />}</Suspense>
    </>
  )
}
