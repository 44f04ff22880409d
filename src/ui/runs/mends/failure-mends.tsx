import { useState } from 'react'
import type { Flow } from '../../../core/flows/flow.ts'
import { failedStreamOf, isMendable, isRunAgainOffered, needsTables } from '../../../core/mends/failed-stream-of.ts'
import { findMends } from '../../../core/mends/find-mends.ts'
import type { Mend } from '../../../core/mends/mend.ts'
import type { Run, RunError } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { useConnections } from '../../queries/use-connections.ts'
import { useFlow } from '../../queries/use-flows.ts'
import { useOpenRun } from '../actions/use-open-run.ts'
import { useRunAgain } from '../actions/use-run-again.ts'
import { MendDialog } from './mend-dialog.tsx'
import { MendsRoom } from './mends-room.tsx'
import { useMendTexts } from './use-mend-texts.ts'
import { useSourceTables } from './use-source-tables.ts'

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

interface FailureMends {
  readonly flow: Flow | undefined
  readonly mends: readonly Mend[]
  readonly isLoading: boolean
}

/** What would mend a failure; nothing while the flow and its connections are not loaded. */
function useFailureMends(run: Run, error: RunError): FailureMends {
  const { data: flow, isLoading: isFlowLoading } = useFlow(run.flowId, !run.isFlowDeleted)
  const { data: connections, isLoading: areConnectionsLoading } = useConnections()
  const isLoading = isFlowLoading || areConnectionsLoading
  const tables = useSourceTables(run, flow, error.stream, needsTables(error))
  if (!connections || (!flow && !run.isFlowDeleted) || !isMendable(run, flow)) return { flow, mends: [], isLoading }
  return { flow, mends: findMends(failedStreamOf(run, error, { flow, connections, tables })), isLoading: false }
}
