import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import {
  AlarmClockCheck,
  CalendarClock,
  CircleDollarSign,
  CirclePause,
  CirclePlay,
  Copy,
  Download,
  FlaskConical,
  History,
  Link2,
  SquarePen,
  Trash2,
} from 'lucide'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { MenuItem, MenuSeparator } from '../../kit/menu/menu.tsx'
import { useMirrorRefusals } from '../../mirrors/use-mirror-refusals.ts'
import { useUpdateFlow } from '../../queries/use-flows.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { useDryRun } from '../../runs/actions/use-dry-run.ts'
import { useRunDisabledReason } from '../../runs/actions/use-run-disabled-reason.ts'
import { useRunPrice } from '../../runs/price/use-run-price.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { useDuplicateFlow } from './use-duplicate-flow.ts'
import { useExportFlow } from './use-export-flow.ts'

/** The menu of a flow in a list. */
export function FlowRowItems({ flow }: { readonly flow: Flow }) {
  const { open } = useListUrl()
  const navigate = useNavigate()
  const disabledReason = useDisabledReason('flow.write')
  const writeDisabledReason = useWriteDisabledReason(flow)
  const { mutate: duplicate } = useDuplicateFlow()
  const exportFlow = useExportFlow()
  const { mutate: updateFlow } = useUpdateFlow()
  const { id } = flow
  const runDisabledReason = useRunDisabledReason(flow)
  const price = useRunPrice(flow)
  const refusals = useMirrorRefusals()
  // Runs of a mirror are its own copies, and both sides of it move.
  const isMirror = isMirrored(flow.config)
  const hasDryRuns = useIsOffered('dryRunFlow') && !isMirror
  const hasEstimates = useIsOffered('estimateFlow')
  const hasInboundUrl = useIsOffered('fetchInboundUrl')
  const hasHistory = useIsOffered('listFlowRuns')
  const { start: dryRun } = useDryRun(id, (runId) => void navigate({ to: '/runs/$id', params: { id: runId } }))
  return (
    <>
      <MenuItem icon={SquarePen} onSelect={() => void navigate({ to: '/floweditor/$id', params: { id } })}>
        <Trans>Open</Trans>
      </MenuItem>
      {hasHistory && (
        <MenuItem
          icon={History}
          onSelect={() => void navigate({ to: '/floweditor/$id', params: { id }, search: { tab: 'runs' } })}
        >
          <Trans>History</Trans>
        </MenuItem>
      )}
      {hasDryRuns && (
        <MenuItem icon={FlaskConical} disabledReason={runDisabledReason} note={price} onSelect={dryRun}>
          <Trans>Dry run</Trans>
        </MenuItem>
      )}
      <MenuItem
        icon={flow.enabled ? CirclePause : CirclePlay}
        disabledReason={writeDisabledReason}
        onSelect={() => updateFlow({ flow, change: { enabled: !flow.enabled } })}
      >
        {flow.enabled ? <Trans>Switch off</Trans> : <Trans>Switch on</Trans>}
      </MenuItem>
      <MenuItem
        icon={CalendarClock}
        disabledReason={writeDisabledReason ?? (isMirror ? refusals.schedule : undefined)}
        onSelect={() => open('schedule', { id })}
      >
        <Trans>Schedule</Trans>
      </MenuItem>
      <MenuItem icon={AlarmClockCheck} disabledReason={writeDisabledReason} onSelect={() => open('freshness', { id })}>
        <Trans>Freshness limit</Trans>
      </MenuItem>
      {hasEstimates && (
        <MenuItem icon={CircleDollarSign} onSelect={() => open('cost', { id })}>
          <Trans>Cost and budget</Trans>
        </MenuItem>
      )}
      {hasInboundUrl && (
        <MenuItem icon={Link2} onSelect={() => open('inbound', { id })}>
          <Trans>Inbound URL</Trans>
        </MenuItem>
      )}
      <MenuItem icon={Copy} disabledReason={disabledReason} onSelect={() => duplicate(flow)}>
        <Trans>Duplicate</Trans>
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => exportFlow(flow)}>
        <Trans>Export</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} isDanger disabledReason={disabledReason} onSelect={() => open('delete', { id })}>
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  )
}
