import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'

import type { FlowMend } from '../../../core/mends/mend.ts'
import { followedRenames } from '../../../core/mends/source-mends.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { useEntities } from '../../queries/use-connections.ts'
import { useFlow } from '../../queries/use-flows.ts'
import { MendDialog } from './mend-dialog.tsx'
import { useMendTexts } from './use-mend-texts.ts'

/** Offers that columns which were probably renamed at the source arrive under their former name again, although nothing has failed. */
export function FollowedRenames({ run }: { run: Run }) {
  const { data: flow } = useFlow(run.flowId)
  const { id = '', type = '' } = flow?.sourceConnection ?? {}
  const { data: now } = useEntities({ id, type }, id !== '', run.finishedAt)
  const [chosen, choose] = useState<FlowMend>()
  const textsOf = useMendTexts()
  const mayNotEdit = useDisabledReason('flow.write')
  const mends = flow && now ? followedRenames(run, flow.config, now) : []
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
              key={JSON.stringify([mend.config])}
              size="sm"
              disabledReason={mayNotEdit}
              onClick={() => choose(mend)}
            >
              {textsOf(mend).label}
            </Button>
          ))}
        >
          {run.isDry ? (
            <Trans>
              The destination would get a column with the new name, and new rows would have no value in the one before.
            </Trans>
          ) : (
            <Trans>The destination got a column with the new name, and new rows have no value in the one before.</Trans>
          )}
        </Callout>
      )}
      {chosen && <MendDialog run={run} flow={flow} mend={chosen} onClose={() => choose(undefined)} />}
    </>
  )
}
