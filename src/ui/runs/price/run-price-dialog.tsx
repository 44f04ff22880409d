import { Trans } from '@lingui/react/macro'
import { useState } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { Button } from '../../kit/button/button.tsx'
import { Checkbox } from '../../kit/checkbox/checkbox.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { useServices } from '../../services/services.tsx'
import { useRunPrice } from './use-run-price.ts'

interface RunPriceDialogProps {
  readonly flow: Flow
  readonly isDry?: boolean
  /** Only these tables are read; absent: those of the flow. */
  readonly entities?: readonly string[]
  start(): void
  onClose(): void
}

/** Shows the price of a run before it begins. */
export function RunPriceDialog({ flow, isDry = false, entities, start, onClose }: RunPriceDialogProps) {
  const price = useRunPrice(readingOnly(flow, entities))
  const { name } = flow
  const { forgetAnswers } = useServices()
  const [asksAgain, setAsksAgain] = useState(false)
  if (price === undefined) return null
  return (
    <Dialog
      title={isDry ? <Trans>Dry run of {name}?</Trans> : <Trans>Run {name}?</Trans>}
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
              if (asksAgain) void forgetAnswers().then(start)
              else start()
            }}
          >
            {isDry ? <Trans>Dry run</Trans> : <Trans>Run</Trans>}
          </Button>
        </>
      }
    >
      <Checkbox
        label={<Trans>Ask again, and pay again</Trans>}
        checked={asksAgain}
        onChange={(isChecked) => setAsksAgain(isChecked)}
      />
    </Dialog>
  )
}

const readingOnly = (flow: Flow, entities: readonly string[] | undefined): Flow =>
  entities === undefined
    ? flow
    : {
        ...flow,
        config: { ...flow.config, streams: entities.map((entity) => ({ entity, mode: 'append' })) },
      }
