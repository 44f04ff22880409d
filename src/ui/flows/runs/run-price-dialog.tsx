import { Trans } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { Button } from '../../kit/button/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { isRunning } from '../../queries/use-flows.ts'
import { useRunPrice } from '../../runs/actions/use-run-price.ts'

interface RunPriceDialogProps {
  readonly flow: Flow
  onRun(): void
  onClose(): void
}

/** Shows the price of a run before it begins. */
export function RunPriceDialog({ flow, onRun, onClose }: RunPriceDialogProps) {
  const price = useRunPrice(flow)
  const { name } = flow
  if (price === undefined || isRunning(flow)) return null
  return (
    <Dialog
      title={<Trans>Run {name}?</Trans>}
      description={price}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              onRun()
            }}
          >
            <Trans>Run</Trans>
          </Button>
        </>
      }
    />
  )
}
