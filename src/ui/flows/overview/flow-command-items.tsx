import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import {
  AlarmClockCheck,
  CalendarClock,
  CircleDollarSign,
  Database,
  GitCommitVertical,
  Layers,
  Link2,
  Play,
  Server,
  Square,
  SquarePen,
} from 'lucide'

import { executesSql } from '../../../core/catalog/connections/connection-types.ts'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import { canCopyStructure } from '../../../core/catalog/policies/structure-policies.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { MenuItem } from '../../kit/menu/menu.tsx'
import { isRunning } from '../../queries/use-flows.ts'
import { useWorkerClasses } from '../../queries/use-worker-classes.ts'
import { useRunDisabledReason } from '../../runs/actions/use-run-disabled-reason.ts'
import { useRunFlow } from '../../runs/actions/use-run-flow.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { FlowMenuItems } from './flow-menu-items.tsx'
import { useFlowUrl } from './use-flow-url.ts'

/** Everything that the page of a flow can do, for the search. */
export function FlowCommandItems({ flow }: { readonly flow: Flow }) {
  const { open } = useFlowUrl()
  const navigate = useNavigate()
  const { start: run } = useRunFlow()
  const runDisabledReason = useRunDisabledReason(flow)
  const cancelDisabledReason = useDisabledReason('run.cancel')
  const isMirror = isMirrored(flow.config)
  const hasEstimates = useIsOffered('estimateFlow')
  const hasInboundUrl = useIsOffered('fetchInboundUrl') && !isMirrored(flow.config)
  const hasClasses = useWorkerClasses().length > 0
  const hasVersions = useIsOffered('listFlowVersions')
  const { id, config, sourceConnection: source, destinationConnection: destination } = flow
  return (
    <>
      {isMirror ? null : isRunning(flow) ? (
        <MenuItem icon={Square} disabledReason={cancelDisabledReason} onSelect={() => open('cancel')}>
          <Trans>Cancel</Trans>
        </MenuItem>
      ) : (
        <MenuItem icon={Play} disabledReason={runDisabledReason} onSelect={() => run(id)}>
          <Trans>Run</Trans>
        </MenuItem>
      )}
      <MenuItem icon={SquarePen} onSelect={() => void navigate({ to: '/floweditor/$id', params: { id } })}>
        <Trans>Edit</Trans>
      </MenuItem>
      <FlowMenuItems flow={flow} />
      {!isMirror && (
        <MenuItem icon={CalendarClock} onSelect={() => open('schedule')}>
          <Trans>Schedule</Trans>
        </MenuItem>
      )}
      <MenuItem icon={AlarmClockCheck} onSelect={() => open('freshness')}>
        <Trans>Freshness limit</Trans>
      </MenuItem>
      {hasEstimates && (
        <MenuItem icon={CircleDollarSign} onSelect={() => open('cost')}>
          <Trans>Cost and budget</Trans>
        </MenuItem>
      )}
      {((executesSql(destination?.type ?? '') && !isMirror) || config.sqlBefore || config.sqlAfter) && (
        <MenuItem icon={Database} onSelect={() => open('sql')}>
          <Trans>SQL before and after</Trans>
        </MenuItem>
      )}
      {canCopyStructure(source?.type, destination?.type) && !isMirror && (
        <MenuItem icon={Layers} onSelect={() => open('structure')}>
          <Trans>Structure</Trans>
        </MenuItem>
      )}
      {(hasClasses || config.workerClass !== undefined) && (
        <MenuItem icon={Server} onSelect={() => open('workers')}>
          <Trans>Workers</Trans>
        </MenuItem>
      )}
      {hasInboundUrl && (
        <MenuItem icon={Link2} onSelect={() => open('inbound')}>
          <Trans>Inbound URL</Trans>
        </MenuItem>
      )}
      {hasVersions && (
        <MenuItem icon={GitCommitVertical} onSelect={() => open('versions')}>
          <Trans>Versions</Trans>
        </MenuItem>
      )}
    </>
  )
}
