import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'

import { FLOW_MARKS } from '../../../core/bulk/bulk-mark.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { type BulkAction, BulkDialog } from '../../lists/bulk-dialog.tsx'
import { useDeletionWords } from '../../queries/use-deletion-words.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'

interface FlowBulkDialogProps {
  readonly flows: readonly Flow[]
  onClose(): void
}

/** Deletes many flows. */
export function FlowBulkDialog({ flows, onClose }: FlowBulkDialogProps) {
  const { t } = useLingui()
  const { deleteFlows } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const deletionWords = useDeletionWords()
  const action: BulkAction<Flow> = {
    name: 'deleteFlows',
    markOf: FLOW_MARKS.deleteFlows,
    perform: (wanted) => deleteFlows(wanted.map((flow) => flow.id)),
    onOver: () => void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(id) }),
    title: t`Delete ${plural(flows.length, { one: '# flow', other: '# flows' })}?`,
    question: {
      consequences: [
        deletionWords,
        t`The history of their runs stays.`,
        t`Data that they moved stays.`,
        t`Their sources and destinations stay.`,
      ],
      confirmLabel: t`Delete`,
    },
    skips: () => undefined,
  }
  return <BulkDialog action={action} items={flows} onClose={onClose} />
}
