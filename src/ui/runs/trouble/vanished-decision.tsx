import { Plural, Trans } from '@lingui/react/macro'

import type { VanishedDecision as Decision } from '../../../core/catalog/policies/vanished-policies.ts'
import type { Run } from '../../../core/runs/run.ts'
import { vanishedRows } from '../../../core/runs/vanished-rows.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { useServices } from '../../services/services.tsx'
import { useNewRun } from '../actions/use-new-run.ts'
import { useOpenRun } from '../actions/use-open-run.ts'
import { useRunAgain } from '../actions/use-run-again.ts'

/** The decision about rows that are gone at the source, after a run has stopped because they are too many. */
export function VanishedDecision({ run }: { run: Run }) {
  const { number } = useFormats()
  const { disabledReason } = useRunAgain(run)
  const { decideVanished } = useServices()
  const answer = (decision: Decision) => decideVanished(run.id, decision)
  const { mutate: decide, isPending, variables } = useNewRun(run.flowId, answer, useOpenRun())
  const rows = vanishedRows(run)
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        isBusy={isPending && variables === 'accept'}
        disabledReason={disabledReason}
        onClick={() => decide('accept')}
      >
        <Plural
          value={rows}
          one={`Accept that ${number(rows)} row is gone`}
          other={`Accept that ${number(rows)} rows are gone`}
        />
      </Button>
      <Button
        size="sm"
        isBusy={isPending && variables === 'keep'}
        disabledReason={disabledReason}
        onClick={() => decide('keep')}
      >
        <Trans>Keep them in this run</Trans>
      </Button>
    </>
  )
}
