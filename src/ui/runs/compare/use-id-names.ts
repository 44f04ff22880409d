import { useLingui } from '@lingui/react/macro'

import type { FlowPartChange } from '../../../core/runs/compare/flow-part-change.ts'
import { useConnections } from '../../queries/use-connections.ts'
import { useFlowNames } from '../../queries/use-flows.ts'

/** The names of connections, and of flows after which one starts, which comparisons tell by their ids; nothing for other settings. */
export function useIdNames(
  changes: readonly FlowPartChange[],
): (part: FlowPartChange['part'], setting: string, value: string) => string | undefined {
  const { t } = useLingui()
  const { data: connections } = useConnections()
  const flowIds = [
    ...new Set(
      changes.flatMap(({ part, settings }) =>
        settings.flatMap(({ name, before = '', after = '' }) =>
          part === 'after' && name === 'flows' ? [...idsIn(before), ...idsIn(after)] : [],
        ),
      ),
    ),
  ]
  const flows = useFlowNames(flowIds)
  return (part, setting, value) => {
    if (part === 'after' && setting === 'flows')
      return idsIn(value)
        .map((id) => (flows ? (flows[flowIds.indexOf(id)] ?? t`deleted flow`) : '…'))
        .join(', ')
    if (setting !== 'connection') return undefined
    return connections ? (connections.find(({ id }) => id === value)?.name ?? t`deleted connection`) : '…'
  }
}

const idsIn = (list: string): readonly string[] => list.split(', ').filter((id) => id !== '')
