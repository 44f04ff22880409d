import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import { modesOf } from '../../../../core/catalog/connections/connection-types.ts'
import type { ProblemText } from '../../../../core/catalog/problem-text.ts'
import type { Flow, FlowConfig, FlowConnection } from '../../../../core/flows/flow.ts'
import type { StreamPlan } from '../../../../core/flows/streams/stream-plan.ts'
import { leaveOut } from '../../../../core/mends/missing/leave-out.ts'
import { useServerText } from '../../../i18n/use-server-text.ts'
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

/** Tables that the last run could not write as they are at the destination, each with its fixes. */
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
  if (!plan?.problem) return null
  if (missing.length === 0) return <Misfit {...{ flow, entity, plan }} problem={plan.problem} onClose={retry} />
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
      {isEverything && without && <Trans>Tables that come later are then not moved.</Trans>}
    </Callout>
  )
}

interface MisfitProps {
  readonly flow: Flow
  readonly entity: string
  readonly plan: StreamPlan
  readonly problem: ProblemText
  onClose(): void
}

/** A target that differs by more than columns that it lacks. */
function Misfit({ flow, entity, plan, problem, onClose }: MisfitProps) {
  const serverText = useServerText()
  const { streams } = flow.config
  const mode = streams.find((stream) => stream.entity === entity)?.mode ?? 'replace'
  return (
    <Callout
      tone="danger"
      title={<Trans>{entity} cannot be written</Trans>}
      actions={
        <>
          <Suspense>
            <TargetMends {...{ flow, entity, plan, onClose }} isReplaced={mode === 'replace'} />
          </Suspense>
          <Button size="sm" asChild>
            <Link to="/floweditor/$id" params={{ id: flow.id }} search={{ dialog: 'tables', table: entity }}>
              <Trans>Open its settings</Trans>
            </Link>
          </Button>
        </>
      }
    >
      {serverText.message(problem)}
    </Callout>
  )
}
