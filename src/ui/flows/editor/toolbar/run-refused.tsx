import { Trans } from '@lingui/react/macro'

import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import styles from './run-refused.module.css'
import type { FlowDisabled } from './use-flow-disabled-reason.ts'

interface RunRefusedProps {
  readonly disabled: FlowDisabled
  /** Opens the settings of a node. */
  onOpen(nodeId: string): void
}

/** Why the flow did not start, beside the button, with the way to the node that prevents it. */
export const RunRefused = ({ disabled: { reason, node }, onOpen }: RunRefusedProps) => (
  <div className={styles['refused']}>
    <Callout
      tone="danger"
      title={<Trans>The flow cannot run yet</Trans>}
      actions={
        node !== undefined && (
          <Button size="sm" onClick={() => onOpen(node)}>
            <Trans>Go there</Trans>
          </Button>
        )
      }
    >
      {reason}
    </Callout>
  </div>
)
