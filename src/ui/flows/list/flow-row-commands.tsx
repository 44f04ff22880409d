import { Trans } from '@lingui/react/macro'
import { Play } from 'lucide'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { MenuItem } from '../../kit/menu/menu.tsx'
import { isRunning } from '../../queries/use-flows.ts'
import { useRunDisabledReason } from '../../runs/actions/use-run-disabled-reason.ts'
import { useRunFlow } from '../../runs/actions/use-run-flow.ts'
import { FlowRowItems } from './flow-row-items.tsx'

/** What the search does with the flow of a row. */
export function FlowRowCommands({ flow }: { readonly flow: Flow }) {
  const { start: run } = useRunFlow()
  const disabledReason = useRunDisabledReason(flow)
  return (
    <>
      {!isMirrored(flow.config) && !isRunning(flow) && (
        <MenuItem icon={Play} disabledReason={disabledReason} onSelect={() => run(flow.id)}>
          <Trans>Run</Trans>
        </MenuItem>
      )}
      <FlowRowItems flow={flow} />
    </>
  )
}
