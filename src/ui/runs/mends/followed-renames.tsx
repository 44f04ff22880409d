import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { defined } from '../../../core/catalog/defined.ts'
import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { isMendable } from '../../../core/mends/failed-stream-of.ts'
import { followedRenames } from '../../../core/mends/followed-renames.ts'
import type { FlowMend } from '../../../core/mends/mend.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { useFlow } from '../../queries/use-flows.ts'
import { MendDialog } from './mend-dialog.tsx'
import { useMendTexts } from './use-mend-texts.ts'
import { useSourceTables } from './use-source-tables.ts'

/** Offers that columns which were probably renamed at the source arrive under their former name again, although nothing has failed. */
export function FollowedRenames({ run }: { run: Run }) {
  const { data: flow } = useFlow(run.flowId)
  const leftOut = tablesLeftOut(run, flow)
  const hasLeftOut = leftOut.length > 0
  // The columns have to be listed there.
  const tables = useSourceTables(run, flow, leftOut[0], hasLeftOut)
  const [chosen, choose] = useState<FlowMend>()
  const textsOf = useMendTexts()
  const mayNotEdit = useDisabledReason('flow.write')
  const mends =
    flow && (isDry(run.kind) || isMendable(run, flow))
      ? followedRenames(
          run,
          defined({ config: flow.config, destination: flow.destinationConnection?.type ?? '', tables }),
        )
      : []
  return (
    <>
      {mends.length > 0 && (
        <Callout
          tone="warning"
          title={
            <Plural
              value={mends.length}
              one="A column was probably renamed at the source"
              other="# columns were probably renamed at the source"
            />
          }
          actions={mends.map((mend) => (
            <Button
              key={JSON.stringify(mend.config)}
              size="sm"
              disabledReason={mayNotEdit}
              onClick={() => choose(mend)}
            >
              {textsOf(mend).label}
            </Button>
          ))}
        >
          {hasLeftOut ? (
            <Trans>The new column is left out; the old one gets no values.</Trans>
          ) : isDry(run.kind) ? (
            <Trans>Values would arrive in the new column only.</Trans>
          ) : (
            <Trans>Values now arrive in the new column only.</Trans>
          )}
        </Callout>
      )}
      {chosen && <MendDialog run={run} flow={flow} mend={chosen} onClose={() => choose(undefined)} />}
    </>
  )
}

/** The tables whose new columns are left out although one of them is the new name of another. */
const tablesLeftOut = (run: Run, flow: Flow | undefined): readonly string[] =>
  run.streams.flatMap(({ entity, renamedColumns = [] }) =>
    renamedColumns.length > 0 &&
    flow?.config.streams.some((stream) => stream.entity === entity && stream.drift === 'ignore')
      ? [entity]
      : [],
  )
