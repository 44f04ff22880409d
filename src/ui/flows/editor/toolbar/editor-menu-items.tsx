import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import {
  CalendarClock,
  CircleDollarSign,
  CopyPlus,
  Database,
  Download,
  FlaskConical,
  GitCommitVertical,
  History,
  Layers,
  Link2,
  Rocket,
  Scale,
  Settings,
  Trash2,
} from 'lucide'

import { executesSql } from '../../../../core/catalog/connections/connection-types.ts'
import { isMirrored } from '../../../../core/catalog/mirrors/is-mirrored.ts'
import { type MirrorObstacle, mirrorObstacles } from '../../../../core/catalog/mirrors/mirror-obstacles.ts'
import { canCopyStructure } from '../../../../core/catalog/policies/structure-policies.ts'
import { canCompare } from '../../../../core/flows/can-compare.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { useDisabledReason } from '../../../access/use-disabled-reason.ts'
import { MenuItem, MenuSeparator } from '../../../kit/menu/menu.tsx'
import { MenuGroup } from '../../../kit/menu/menu-group.tsx'
import { useMirrorRefusals } from '../../../mirrors/use-mirror-refusals.ts'
import { isRunning } from '../../../queries/use-flows.ts'
import { useWriteDisabledReason } from '../../../queries/use-write-disabled-reason.ts'
import type { DialogName } from '../../../routing/search.ts'
import { useDryRun } from '../../../runs/actions/use-dry-run.ts'
import { useRunPrice } from '../../../runs/price/use-run-price.ts'
import { useIsOffered } from '../../../services/use-is-offered.ts'
import { useExportFlow } from '../../list/use-export-flow.ts'

interface EditorMenuItemsProps {
  readonly flow: Flow
  /** Without the draft. */
  readonly published: Flow
  readonly runDisabledReason: string | undefined
  /** Why the draft cannot be tried. */
  readonly draftDisabledReason: string | undefined
  /** @returns whether everything is saved now */
  onSave(): Promise<boolean>
  onDuplicate(): void
  onOpen(dialog: DialogName): void
}

/** The rare actions on a flow as a whole. */
export function EditorMenuItems({
  flow,
  published,
  runDisabledReason,
  draftDisabledReason,
  onSave,
  onDuplicate,
  onOpen,
}: EditorMenuItemsProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const disabledReason = useDisabledReason('flow.write')
  const price = useRunPrice(flow)
  const exportFlow = useExportFlow()
  // Runs of a mirror are its own copies, and both sides of it move.
  const isMirror = isMirrored(flow.config)
  const hasDryRuns = useIsOffered('dryRunFlow') && !isMirror
  const hasComparisons = useIsOffered('verifyFlow') && canCompare(flow) && !isMirror
  const hasBackfills = useIsOffered('backfillFlow') && !isMirror
  const showRun = (runId: string) =>
    void navigate({ to: '/floweditor/$id', params: { id: flow.id }, search: { tab: 'runs', run: runId } })
  const hasDrafts = flow.edition !== undefined
  const { start: dryRun } = useDryRun(flow.id, showRun, hasDrafts ? 'draft' : 'dry-run')
  const withoutDraft = published.draft ? t`As it is published` : undefined
  const { start: compare } = useDryRun(flow.id, showRun, 'compare')
  const saveAndDryRun = async () => {
    if (await onSave()) dryRun()
  }
  const saveAndCompare = async () => {
    if (await onSave()) compare()
  }
  const saveAndBackfill = async () => {
    if (await onSave()) onOpen('backfill')
  }
  return (
    <>
      {hasDryRuns && (
        <MenuItem
          icon={FlaskConical}
          disabledReason={draftDisabledReason ?? (isRunning(flow) ? t`Running already` : undefined)}
          note={price}
          onSelect={() => void saveAndDryRun()}
        >
          <Trans>Dry run</Trans>
        </MenuItem>
      )}
      {hasComparisons && (
        <MenuItem
          icon={Scale}
          disabledReason={runDisabledReason ?? (isRunning(flow) ? t`Running already` : undefined)}
          note={withoutDraft}
          onSelect={() => void saveAndCompare()}
        >
          <Trans>Compare both sides</Trans>
        </MenuItem>
      )}
      {hasBackfills && (
        <MenuItem
          icon={History}
          disabledReason={runDisabledReason}
          note={withoutDraft}
          onSelect={() => void saveAndBackfill()}
        >
          <Trans>Backfill</Trans>
        </MenuItem>
      )}
      <MenuGroup icon={Settings} label={<Trans>Settings</Trans>}>
        <SettingItems flow={flow} onOpen={onOpen} />
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={CopyPlus} disabledReason={disabledReason} note={withoutDraft} onSelect={onDuplicate}>
        <Trans>Duplicate</Trans>
      </MenuItem>
      <MenuItem icon={Download} note={withoutDraft} onSelect={() => exportFlow(published)}>
        <Trans>Export</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} isDanger disabledReason={disabledReason} onSelect={() => onOpen('delete')}>
        <Trans>Delete flow</Trans>
      </MenuItem>
    </>
  )
}

/** The settings of a flow as a whole, which its page has, too. */
function SettingItems({ flow, onOpen }: Pick<EditorMenuItemsProps, 'flow' | 'onOpen'>) {
  const writeDisabledReason = useWriteDisabledReason(flow)
  const refusals = useMirrorRefusals()
  // What is set can be removed.
  const refused = (obstacle: MirrorObstacle) =>
    isMirrored(flow.config) && !mirrorObstacles(flow.config).includes(obstacle) ? refusals[obstacle] : undefined
  const hasInboundUrl = useIsOffered('fetchInboundUrl')
  const hasEstimates = useIsOffered('estimateFlow')
  const hasVersions = useIsOffered('listFlowVersions')
  const hasDrafts = flow.edition !== undefined
  return (
    <>
      <MenuItem
        icon={CalendarClock}
        disabledReason={writeDisabledReason ?? refused('schedule')}
        onSelect={() => onOpen('schedule')}
      >
        <Trans>Schedule</Trans>
      </MenuItem>
      {hasEstimates && (
        <MenuItem icon={CircleDollarSign} onSelect={() => onOpen('cost')}>
          <Trans>Cost and budget</Trans>
        </MenuItem>
      )}
      {(executesSql(flow.destinationConnection?.type ?? '') || flow.config.sqlBefore || flow.config.sqlAfter) && (
        <MenuItem icon={Database} disabledReason={refused('sql')} onSelect={() => onOpen('sql')}>
          <Trans>SQL before and after</Trans>
        </MenuItem>
      )}
      {canCopyStructure(flow.sourceConnection?.type, flow.destinationConnection?.type) && (
        <MenuItem icon={Layers} disabledReason={refused('structure')} onSelect={() => onOpen('structure')}>
          <Trans>Structure</Trans>
        </MenuItem>
      )}
      {hasInboundUrl && (
        <MenuItem icon={Link2} onSelect={() => onOpen('inbound')}>
          <Trans>Inbound URL</Trans>
        </MenuItem>
      )}
      {hasVersions && (
        <MenuItem icon={GitCommitVertical} onSelect={() => onOpen('versions')}>
          <Trans>Versions</Trans>
        </MenuItem>
      )}
      {hasDrafts && (
        <MenuItem icon={Rocket} disabledReason={writeDisabledReason} onSelect={() => onOpen('publishing')}>
          <Trans>When edits go live</Trans>
        </MenuItem>
      )}
    </>
  )
}
