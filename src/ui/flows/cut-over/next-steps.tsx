import { Trans, useLingui } from '@lingui/react/macro'
import { CircleStop } from 'lucide'

import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { useFlowUrl } from '../overview/use-flow-url.ts'
import styles from './cut-over.module.css'

interface NextStepsProps {
  readonly isProven: boolean
  /** And nobody has written since. */
  readonly isReady: boolean
}

/** A mirror that is still on would bring what the source gets later. */
export function NextSteps({ isProven, isReady }: NextStepsProps) {
  const { t } = useLingui()
  const { open } = useFlowUrl()
  const unready = isProven ? t`Somebody still writes: prove again` : t`Prove first that both sides are equal`
  const disabledReason = useDisabledReason('flow.write') ?? (isReady ? undefined : unready)
  return (
    <>
      <p className={styles['words']}>
        <Trans>End the mirror, then point the application at the destination.</Trans>
      </p>
      <div>
        <Button icon={CircleStop} disabledReason={disabledReason} onClick={() => open('end-mirror')}>
          <Trans>End the mirror</Trans>
        </Button>
      </div>
    </>
  )
}
