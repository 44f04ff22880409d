import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CircleStop, CopyPlus, Download, FlaskConical, History, ListChecks, Power, Scale, Trash2 } from 'lucide'
import { isPaced } from '../../../core/catalog/connections/connection-types.ts'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import { canCompare } from '../../../core/flows/can-compare.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { MenuItem, MenuSeparator } from '../../kit/menu/menu.tsx'
import { useUpdateFlow } from '../../queries/use-flows.ts'
import { useMirrorSummary } from '../../queries/use-mirrors.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import { useDryRun } from '../../runs/actions/use-dry-run.ts'
import { useRunDisabledReason } from '../../runs/actions/use-run-disabled-reason.ts'
import { useRunPrice } from '../../runs/price/use-run-price.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { useDuplicateFlow } from '../list/use-duplicate-flow.ts'
import { useExportFlow } from '../list/use-export-flow.ts'
import { useFlowUrl } from './use-flow-url.ts'

function EndMirrorItem({ flow }: { readonly flow: Flow }) {
  const { open } = useFlowUrl()
  const disabledReason = useDisabledReason('flow.write')
  if (useMirrorSummary(flow)?.wanted === 'off') return null
  return (
    <MenuItem icon={CircleStop} isDanger disabledReason={disabledReason} onSelect={() => open('end-mirror')}>
      <Trans>End the mirror</Trans>
    </MenuItem>
  )
}

function CutOverItem({ flow }: { readonly flow: Flow }) {
  const { open } = useFlowUrl()
  const isOn = useMirrorSummary(flow)?.wanted === 'on'
  if (!isOn || isPaced(flow.destinationConnection?.type ?? '')) return null
  return (
    <MenuItem icon={ListChecks} onSelect={() => open('cut-over')}>
      <Trans>Prepare cut-over</Trans>
    </MenuItem>
  )
}

/** The rare actions on a flow; its settings are on the page. */
export function FlowMenuItems({ flow }: { readonly flow: Flow }) {
  const navigate = useNavigate()
  const { open } = useFlowUrl()
  const disabledReason = useDisabledReason('flow.write')
  const writeDisabledReason = useWriteDisabledReason(flow)
  const runDisabledReason = useRunDisabledReason(flow)
  const price = useRunPrice(flow)
  const exportFlow = useExportFlow()
  const { mutate: duplicate } = useDuplicateFlow()
  const { mutate: update } = useUpdateFlow()
  // Runs of a mirror are its own copies, and both sides of it move.
  const isMirror = isMirrored(flow.config)
  const hasDryRuns = useIsOffered('dryRunFlow') && !isMirror
  const hasBackfills = useIsOffered('backfillFlow') && !isMirror
  const hasComparisons = useIsOffered('verifyFlow') && canCompare(flow) && !isMirror
  const showRun = (id: string) => void navigate({ to: '/runs/$id', params: { id } })
  const { start: dryRun } = useDryRun(flow.id, showRun)
  const { start: compare } = useDryRun(flow.id, showRun, 'compare')
  const openCopy = (copy: Flow | undefined) => copy && void navigate({ to: '/floweditor/$id', params: { id: copy.id } })
  return (
    <>
      {hasDryRuns && (
        <MenuItem icon={FlaskConical} disabledReason={runDisabledReason} note={price} onSelect={dryRun}>
          <Trans>Dry run</Trans>
        </MenuItem>
      )}
      {hasComparisons && (
        <MenuItem icon={Scale} disabledReason={runDisabledReason} onSelect={compare}>
          <Trans>Compare both sides</Trans>
        </MenuItem>
      )}
      {hasBackfills && (
        <MenuItem icon={History} disabledReason={runDisabledReason} onSelect={() => open('backfill')}>
          <Trans>Backfill</Trans>
        </MenuItem>
      )}
      {isMirror && <CutOverItem flow={flow} />}
      <MenuItem
        icon={Power}
        disabledReason={writeDisabledReason}
        onSelect={() => update({ flow, change: { enabled: !flow.enabled } })}
      >
        {flow.enabled ? <Trans>Switch off</Trans> : <Trans>Switch on</Trans>}
      </MenuItem>
      <MenuItem
        icon={CopyPlus}
        disabledReason={disabledReason}
        onSelect={() => duplicate(flow, { onSuccess: openCopy })}
      >
        <Trans>Duplicate</Trans>
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => exportFlow(flow)}>
        <Trans>Export</Trans>
      </MenuItem>
      <MenuSeparator />
      {isMirror && <EndMirrorItem flow={flow} />}
      <MenuItem icon={Trash2} isDanger disabledReason={disabledReason} onSelect={() => open('delete')}>
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  )
}
