import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'

import { CONNECTION_MARKS } from '../../../core/bulk/bulk-mark.ts'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { type BulkAction, BulkDialog } from '../../lists/bulk-dialog.tsx'
import { useDeletionWords } from '../../queries/use-deletion-words.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { useConnectionDisabledReason } from '../use-connection-disabled-reason.ts'
import type { ConnectionBulkName } from './connection-bulk-bar.tsx'
import type { ConnectionEntry } from './connection-table.tsx'

interface ConnectionBulkDialogProps {
  readonly name: ConnectionBulkName
  readonly entries: readonly ConnectionEntry[]
  onClose(): void
}

export function ConnectionBulkDialog({ name, entries, onClose }: ConnectionBulkDialogProps) {
  return <BulkDialog action={useConnectionBulk(name, entries)} items={entries} onClose={onClose} />
}

function useConnectionBulk(name: ConnectionBulkName, entries: readonly ConnectionEntry[]): BulkAction<ConnectionEntry> {
  const { t } = useLingui()
  const disabledReasonOf = useConnectionDisabledReason('delete')
  const { testConnections, removeConnections } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const deletionWords = useDeletionWords()
  const count = entries.length
  const onOver = () => void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(id) })

  if (name === 'test') {
    return {
      title: t`Testing ${plural(count, { one: '# connection', other: '# connections' })}`,
      skips: () => undefined,
      name: 'testConnections',
      markOf: CONNECTION_MARKS.testConnections,
      perform: (connections) => testConnections(connections.map(({ id: of }) => of)),
      onOver,
    }
  }
  const areAnyMerged = entries.some(({ type }) => connectionTypeOf(type).merged)
  return {
    title: t`Delete ${plural(count, { one: '# connection', other: '# connections' })}?`,
    question: {
      consequences: [
        deletionWords,
        ...(areAnyMerged ? [t`Their own credentials go with them.`] : []),
        t`No data in these systems is touched.`,
        t`Those in use are left out.`,
      ],
      confirmLabel: t`Delete`,
    },
    skips: ({ type, flows }) =>
      disabledReasonOf(type) ??
      (flows.length > 0 ? t`Used by ${flows.map((flow) => flow.name).join(', ')}` : undefined),
    name: 'removeConnections',
    markOf: CONNECTION_MARKS.removeConnections,
    perform: removeConnections,
    onOver,
  }
}
