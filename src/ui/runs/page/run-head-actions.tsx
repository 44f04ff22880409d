import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  BadgeCheck,
  Download,
  Ellipsis,
  FileCode,
  FlaskConical,
  History,
  Link2,
  Play,
  Scale,
  Square,
  Trash2,
  Workflow,
} from 'lucide'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import { canCompare } from '../../../core/flows/can-compare.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem } from '../../kit/menu/menu.tsx'
import { PageCommands } from '../../kit/menu/menu-commands.tsx'
import { useFlow } from '../../queries/use-flows.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { AgainLabel } from '../actions/again-label.tsx'
import { copyRunLink } from '../actions/copy-run-link.ts'
import { useApproveDryRun } from '../actions/use-approve-dry-run.ts'
import { useDownloadReceipt } from '../actions/use-download-receipt.ts'
import { useDryRun } from '../actions/use-dry-run.ts'
import { useRunAgain } from '../actions/use-run-again.ts'
import { useRunPrice } from '../price/use-run-price.ts'
import styles from './run-head.module.css'
import { useRunUrl } from './use-run-url.ts'

/** The actions for a run: cancel it or start another directly, the others in a menu. */
export function RunHeadActions({ run }: { run: Run }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { askToCancel } = useRunUrl()
  const show = (runId: string) => void navigate({ to: '/runs/$id', params: { id: runId } })
  const again = useRunAgain(run, show)
  const real = useRunAgain({ ...run, kind: 'move' }, show)
  const dryRun = useDryRun(run.flowId, show)
  const comparison = useDryRun(run.flowId, show, 'compare')
  const receipt = useDownloadReceipt(run)
  const { data: flow } = useFlow(run.flowId, !run.isFlowDeleted)
  const price = useRunPrice(flow)
  const cancelDisabledReason = useDisabledReason('run.cancel')
  const hasDryRuns = useIsOffered('dryRunFlow')
  const hasComparisons = useIsOffered('verifyFlow') && canCompare(flow)
  const hasBackfills = useIsOffered('backfillFlow')
  const hasReceipts = useIsOffered('fetchRunReceipt')
  const isOver = isFinal(run.status)
  const items = (
    <>
      <MenuItem icon={Link2} onSelect={() => copyRunLink(run.id)}>
        <Trans>Copy link</Trans>
      </MenuItem>
      {isDry(run.kind) && isOver && (
        <MenuItem icon={Play} disabledReason={real.disabledReason} note={price} onSelect={real.start}>
          <Trans>Run the flow</Trans>
        </MenuItem>
      )}
      {hasDryRuns && isOver && run.kind !== 'dry-run' && (
        <MenuItem
          icon={FlaskConical}
          disabledReason={again.disabledReason}
          note={price}
          onSelect={() => dryRun.start()}
        >
          <Trans>Dry run</Trans>
        </MenuItem>
      )}
      {hasComparisons && isOver && !run.isFlowDeleted && (
        <MenuItem icon={Scale} disabledReason={again.disabledReason} onSelect={() => comparison.start()}>
          <Trans>Compare both sides</Trans>
        </MenuItem>
      )}
      {hasBackfills && isOver && !run.isFlowDeleted && (
        <MenuItem
          icon={History}
          disabledReason={again.disabledReason}
          onSelect={() =>
            void navigate({ to: '/floweditor/$id', params: { id: run.flowId }, search: { dialog: 'backfill' } })
          }
        >
          <Trans>Backfill</Trans>
        </MenuItem>
      )}
      <ApproveItem run={run} />
      {hasReceipts && isOver && (
        <MenuItem icon={Download} onSelect={() => receipt.mutate()}>
          <Trans>Download receipt</Trans>
        </MenuItem>
      )}
    </>
  )
  return (
    <div className={styles['actions']}>
      {run.draft?.isNew ? (
        <Button asChild icon={FileCode}>
          <Link to="/organization-settings" search={{ section: 'code' }}>
            <Trans>Flows as code</Trans>
          </Link>
        </Button>
      ) : run.isFlowDeleted ? (
        <Button asChild icon={Trash2}>
          <Link to="/trash">
            <Trans>Look in the trash</Trans>
          </Link>
        </Button>
      ) : (
        <Button asChild icon={Workflow}>
          <Link to="/flows/$id" params={{ id: run.flowId }}>
            <Trans>Open the flow</Trans>
          </Link>
        </Button>
      )}
      {isOver ? (
        <Button
          icon={Play}
          isBusy={again.isPending}
          disabledReason={again.disabledReason}
          {...(price !== undefined && { 'aria-description': price, 'data-tooltip': price })}
          onClick={again.start}
        >
          <AgainLabel run={run} />
        </Button>
      ) : (
        <Button
          icon={Square}
          disabledReason={cancelDisabledReason ?? (run.cancelRequested ? t`Already being cancelled` : undefined)}
          onClick={askToCancel}
        >
          <Trans>Cancel</Trans>
        </Button>
      )}
      <Menu trigger={<IconButton icon={Ellipsis} label={t`More for this run`} />}>{items}</Menu>
      <PageCommands>
        {isOver ? (
          <MenuItem icon={Play} disabledReason={again.disabledReason} onSelect={again.start}>
            <AgainLabel run={run} />
          </MenuItem>
        ) : (
          <MenuItem icon={Square} disabledReason={cancelDisabledReason} onSelect={askToCancel}>
            <Trans>Cancel</Trans>
          </MenuItem>
        )}
        {items}
      </PageCommands>
    </div>
  )
}

/** For a dry run of a whole flow that has succeeded. */
function ApproveItem({ run }: { readonly run: Run }) {
  const { mutate: approve } = useApproveDryRun(run)
  const { disabledReason } = useRunAgain(run)
  if (run.kind !== 'dry-run' || run.status !== 'succeeded' || run.isFlowDeleted || run.draft) return null
  return (
    <MenuItem icon={BadgeCheck} disabledReason={disabledReason} onSelect={() => approve()}>
      <Trans>Approve for an assistant</Trans>
    </MenuItem>
  )
}
