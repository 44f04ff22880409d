import { Trans, useLingui } from '@lingui/react/macro'
import { Play, Square } from 'lucide'

import { defined } from '../../../core/catalog/defined.ts'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button, type ButtonProps } from '../../kit/button/button.tsx'
import { classNames } from '../../kit/class-names.ts'
import { MirrorButton } from '../../mirrors/mirror-button.tsx'
import { isRunning } from '../../queries/use-flows.ts'
import { useRunDisabledReason } from '../../runs/actions/use-run-disabled-reason.ts'
import { useRunFlow } from '../../runs/actions/use-run-flow.ts'
import { useRunPrice } from '../../runs/price/use-run-price.ts'
import styles from './flow-table.module.css'

interface RunOrCancelProps {
  readonly flow: Flow
  readonly size?: ButtonProps['size']
  readonly variant?: ButtonProps['variant']
  onCancel(): void
}

/** Runs a flow, or ends its run after a question; of a mirror it starts or pauses it. */
export const RunOrCancel = (props: RunOrCancelProps) =>
  isMirrored(props.flow.config) ? <MirrorButton size="sm" {...props} /> : <RunButton {...props} />

function RunButton({ flow, size = 'sm', variant, onCancel }: RunOrCancelProps) {
  const { t } = useLingui()
  const { start: run, isPending } = useRunFlow()
  const runDisabledReason = useRunDisabledReason(flow)
  const cancelDisabledReason = useDisabledReason('run.cancel')
  const price = useRunPrice(flow)
  if (isRunning(flow)) {
    return (
      <Button size={size} icon={Square} disabledReason={cancelDisabledReason} onClick={onCancel}>
        <span className={classNames(size === 'sm' && styles['word'])}>
          <Trans>Cancel</Trans>
        </span>
      </Button>
    )
  }
  return (
    <Button
      size={size}
      variant={variant}
      icon={Play}
      isBusy={isPending}
      {...defined({ 'aria-description': price, 'data-tooltip': price ?? (size === 'sm' ? t`Run` : undefined) })}
      disabledReason={runDisabledReason}
      onClick={() => run(flow.id)}
    >
      <span className={classNames(size === 'sm' && styles['word'])}>
        <Trans>Run</Trans>
      </span>
    </Button>
  )
}
