import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'

import type { Flow } from '../../../core/flows/flow.ts'
import { runPrice } from '../../../core/flows/run-price.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { type BulkAction, BulkDialog } from '../../lists/bulk-dialog.tsx'
import { useDeletionWords } from '../../queries/use-deletion-words.ts'
import { isRunning } from '../../queries/use-flows.ts'
import { useRunDisabledReasons } from '../../runs/actions/use-run-disabled-reason.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import type { FlowBulkName } from './flow-bulk-bar.tsx'

interface FlowBulkDialogProps {
  readonly name: FlowBulkName
  readonly flows: readonly Flow[]
  onClose(): void
}

export function FlowBulkDialog({ name, flows, onClose }: FlowBulkDialogProps) {
  return <BulkDialog action={useFlowBulk(name, flows)} items={flows} onClose={onClose} />
}

function useFlowBulk(name: FlowBulkName, flows: readonly Flow[]): BulkAction<Flow> {
  const count = flows.length
  const { t } = useLingui()
  const { runFlow, updateFlow, deleteFlow } = useServices()
  const runDisabledReason = useRunDisabledReasons()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const { price } = useFormats()
  const deletionWords = useDeletionWords()
  const dollars = flows.reduce((sum, flow) => sum + (runPrice(flow)?.dollars ?? 0), 0)
  const onOver = () => void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(id) })

  switch (name) {
    case 'run':
      return {
        title: t`Running ${plural(count, { one: '# flow', other: '# flows' })}`,
        ...(dollars > 0 && {
          question: {
            consequences: [t`Reading costs at least ${price(dollars)}: a vendor charges for every request.`],
            confirmLabel: t`Run`,
            isHarmless: true,
          },
        }),
        skips: (flow) => (isRunning(flow) ? t`Running already` : runDisabledReason(flow)),
        perform: (flow) => unwrap(runFlow(flow.id)),
        onOver,
      }
    case 'enable':
      return {
        title: t`Switching on ${plural(count, { one: '# flow', other: '# flows' })}`,
        skips: ({ enabled }) => (enabled ? t`On already` : undefined),
        perform: (flow) => unwrap(updateFlow(flow, { enabled: true })),
        onOver,
      }
    case 'disable':
      return {
        title: t`Switching off ${plural(count, { one: '# flow', other: '# flows' })}`,
        skips: ({ enabled }) => (enabled ? undefined : t`Off already`),
        perform: (flow) => unwrap(updateFlow(flow, { enabled: false })),
        onOver,
      }
    case 'delete':
      return {
        title: t`Delete ${plural(count, { one: '# flow', other: '# flows' })}?`,
        question: {
          consequences: [
            deletionWords,
            t`The history of their runs stays.`,
            t`Data that they moved stays where it is.`,
            t`Their sources and destinations stay.`,
          ],
          confirmLabel: t`Delete`,
        },
        skips: () => undefined,
        perform: (flow) => unwrap(deleteFlow(flow.id)),
        onOver,
      }
  }
}
