import { useState } from 'react'

import { isRunAgainOffered } from '../../../core/mends/failed-stream-of.ts'
import type { Mend } from '../../../core/mends/mend.ts'
import type { Run, RunError } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { useOpenRun } from '../actions/use-open-run.ts'
import { useRunAgain } from '../actions/use-run-again.ts'
import { MendDialog } from './mend-dialog.tsx'
import { MendsRoom } from './mends-room.tsx'
import { useFailureMends } from './use-failure-mends.ts'
import { useMendTexts } from './use-mend-texts.ts'

/** A button for each act that removes the cause of a failure. It shows what it will do before it does it. */
export function FailureMends({ run, error }: { run: Run; error: RunError }) {
  const { flow, mends, isLoading } = useFailureMends(run, error)
  const [chosen, choose] = useState<Mend>()
  const textsOf = useMendTexts()
  const again = useRunAgain(run, useOpenRun())
  const mayNotEdit = useDisabledReason('flow.write')
  if (isLoading) return <MendsRoom />
  return (
    <>
      {mends.map((mend) => {
        if (mend.kind === 'run-again' && !isRunAgainOffered(run)) return null
        const isChange = mend.kind !== 'copy' && mend.kind !== 'run-again'
        return (
          <Button
            key={mend.kind === 'flow' ? `${mend.act} ${mend.names.join()}` : mend.kind}
            size="sm"
            isBusy={mend.kind === 'run-again' && again.isPending}
            disabledReason={mend.kind === 'run-again' ? again.disabledReason : isChange ? mayNotEdit : undefined}
            onClick={() => (mend.kind === 'run-again' ? again.start() : choose(mend))}
          >
            {textsOf(mend).label}
          </Button>
        )
      })}
      {chosen && <MendDialog run={run} flow={flow} mend={chosen} onClose={() => choose(undefined)} />}
    </>
  )
}
