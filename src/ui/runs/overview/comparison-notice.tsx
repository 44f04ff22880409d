import { Plural, Trans } from '@lingui/react/macro'

import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import { differingRows } from '../../../core/runs/differing-rows.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { useServices } from '../../services/services.tsx'
import { useNewRun } from '../actions/use-new-run.ts'
import { useOpenRun } from '../actions/use-open-run.ts'
import { useRunAgain } from '../actions/use-run-again.ts'

/** The result of a comparison, and the offer to send the rows that differ. */
export function ComparisonNotice({ run }: { run: Run }) {
  const { number } = useFormats()
  const { disabledReason } = useRunAgain(run)
  const { sendDiffering } = useServices()
  const { mutate: send, isPending } = useNewRun(run.flowId, () => sendDiffering(run.id), useOpenRun())
  const rows = differingRows(run)
  return (
    <Callout
      tone="accent"
      title={
        isFinal(run.status) ? (
          <Trans>Comparison: nothing was written</Trans>
        ) : (
          <Trans>Comparison: nothing is written</Trans>
        )
      }
      actions={
        rows > 0 && (
          <Button size="sm" isBusy={isPending} disabledReason={disabledReason} onClick={() => send()}>
            <Plural value={rows} one={`Send ${number(rows)} row again`} other={`Send ${number(rows)} rows again`} />
          </Button>
        )
      }
    >
      <Trans>Rows since the last run count as missing. Rows only at the destination stay.</Trans>
    </Callout>
  )
}
