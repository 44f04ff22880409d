import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'

import { FLOW_MARKS } from '../../../core/bulk/bulk-mark.ts'
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
  const { runFlows, enableFlows, disableFlows, deleteFlows } = useServices()
  const running = useRunning(flows)
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const deletionWords = useDeletionWords()
  const performed = (name: keyof typeof FLOW_MARKS, perform: typeof runFlows) => ({
    name,
    markOf: FLOW_MARKS[name],
    perform: (wanted: readonly Flow[]) => perform(wanted.map((flow) => flow.id)),
    onOver: () => void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(id) }),
  })

  switch (name) {
    case 'run':
      return { ...running, ...performed('runFlows', runFlows) }
    case 'enable':
      return {
        ...performed('enableFlows', enableFlows),
        title: t`Switching on ${plural(count, { one: '# flow', other: '# flows' })}`,
        skips: ({ enabled }) => (enabled ? t`On already` : undefined),
      }
    case 'disable':
      return {
        ...performed('disableFlows', disableFlows),
        title: t`Switching off ${plural(count, { one: '# flow', other: '# flows' })}`,
        skips: ({ enabled }) => (enabled ? undefined : t`Off already`),
      }
    case 'delete':
      return {
        ...performed('deleteFlows', deleteFlows),
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
      }
  }
}

function useRunning(flows: readonly Flow[]): Pick<BulkAction<Flow>, 'title' | 'question' | 'skips'> {
  const { t } = useLingui()
  const runDisabledReason = useRunDisabledReasons()
  const { price, number } = useFormats()
  const skips = (flow: Flow) => (isRunning(flow) ? t`Running already` : runDisabledReason(flow))
  const wanted = flows.filter((flow) => skips(flow) === undefined)
  const rows = sum(wanted, ({ lastRun }) => lastRun?.rowsWritten)
  const dollars = sum(wanted, (flow) => runPrice(flow)?.dollars)
  const runs = wanted.length
  const left = flows.length - runs
  return {
    title: t`Running ${plural(runs, { one: '# flow', other: '# flows' })}`,
    question: {
      title: t`Run ${plural(runs, { one: '# flow', other: '# flows' })}?`,
      consequences: [
        t`They wait in the queue and start in turn, also when you leave this page.`,
        ...(left > 0 ? [t`${plural(left, { one: '# flow is', other: '# flows are' })} left out, see below.`] : []),
        ...(rows > 0 ? [t`Their last runs wrote ${number(rows)} rows.`] : []),
        ...(dollars > 0 ? [t`Reading costs at least ${price(dollars)}: a vendor charges for every request.`] : []),
      ],
      confirmLabel: t`Run`,
      isHarmless: true,
    },
    skips,
  }
}

const sum = (flows: readonly Flow[], of: (flow: Flow) => number | undefined): number =>
  flows.reduce((total, flow) => total + (of(flow) ?? 0), 0)
