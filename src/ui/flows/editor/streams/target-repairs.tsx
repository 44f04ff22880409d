import { Plural, Trans } from '@lingui/react/macro'
import { Suspense } from 'react'

import { modesOf } from '../../../../core/catalog/connections/connection-types.ts'
import type { Flow, FlowConfig, FlowConnection } from '../../../../core/flows/flow.ts'
import { leaveOut } from '../../../../core/mends/missing/leave-out.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { useEntities } from '../../../queries/use-connections.ts'
import { useRun } from '../../../queries/use-runs.ts'
import { useStreamPlan } from './use-stream-plan.ts'

const TargetMends = lazyNamed(() => import('./target-mends.tsx'), 'TargetMends')

/** Each needs a query at the destination. */
const AT_ONCE = 5

interface TargetRepairsProps {
  readonly flow: Flow
  readonly source: FlowConnection
  /** The only table to look at. Absent: all of the run. */
  readonly only?: string
  onMend(config: FlowConfig): void
}

/** Columns that the last run did not find at the destination, each with its fixes. */
export function TargetRepairs({ flow, only, ...props }: TargetRepairsProps) {
  const { data: run } = useRun(flow.lastRun?.id)
  const failed = run?.streams.filter(({ error }) => error?.code === 'TARGET_MISMATCH') ?? []
  const meant = only === undefined ? failed : failed.filter(({ entity }) => entity === only)
  return meant.slice(0, AT_ONCE).map(({ entity }) => <TargetRepair key={entity} {...{ flow, entity }} {...props} />)
}

function TargetRepair({
  flow,
  entity,
  source: { id, type = '' },
  onMend,
}: TargetRepairsProps & { readonly entity: string }) {
  const { plan, retry } = useStreamPlan(flow, entity)
  const { data: entities = [] } = useEntities({ id, type })
  const missing = plan?.problem?.missingColumns ?? []
  if (!plan || missing.length === 0) return null
  const { target } = plan
  const names = missing.join(', ')
  // A step may have renamed or created it.
  const read = missing.map((name) => plan.columns.find((column) => column.name === name)?.source?.name)
  const [mode = 'replace'] = modesOf(flow.destinationConnection?.type ?? '')
  const without = read.every((name) => name !== undefined)
    ? leaveOut(flow.config, entity, read, { tables: entities, mode })
    : undefined
  const isEverything = flow.config.streams.length === 0
  return (
    <Callout
      tone="danger"
      title={
        <Plural
          value={missing.length}
          one={`${target} has no column ${names}`}
          other={`${target} has no columns ${names}`}
        />
      }
      actions={
        <>
          <Suspense>
            <TargetMends {...{ flow, entity, plan }} isReplaced={false} onClose={retry} />
          </Suspense>
          {without && (
            <Button size="sm" onClick={() => onMend(without)}>
              <Trans>Leave {names} out</Trans>
            </Button>
          )}
        </>
      }
    >
      <Trans>The last run failed because of it. Add it there, or leave it out here.</Trans>{' '}
      {isEverything && without && <Trans>Tables are then chosen one by one; later ones are not moved.</Trans>}
    </Callout>
  )
}
