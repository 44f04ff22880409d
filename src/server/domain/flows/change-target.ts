import { modesOf } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { hasChanged } from '../../../engine/connectors/shared/target-mismatch.ts'
import {
  planOneStream,
  type StreamPlanColumn,
  type StreamPlanContext,
} from '../../../engine/move/plan/plan-one-stream.ts'
import type { StreamRequest } from '../../../engine/move/run/stream-request.ts'
import { type ConnectorContext, ConnectorError } from '../../../engine/ports/connector.ts'
import type { Destination } from '../../../engine/ports/destination.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import { findHeldMirrors } from '../../store/mirrors/mirrors.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { findActiveRun } from '../../store/runs/runs.ts'
import { askDestination } from '../connections/ask-destination.ts'
import { inspectSource, refuseMissing } from '../connections/inspect-source.ts'
import type { Opening } from '../connections/open-endpoint.ts'
import type { Member } from '../members/member.ts'
import { RequestError } from '../request-error.ts'
import { openDrawnFlow } from './open-drawn-flow.ts'
import { requestStreams } from './request-streams.ts'
import { requireFlow } from './require-flow.ts'
import { withBinder } from './with-binder.ts'

interface Deps extends Opening {
  readonly stepProcesses: StepProcesses
}

interface Wanted {
  readonly flowId: string
  readonly entity: string
  /** The table gets another name, and the next run creates it again. Absent: it gets the columns of its stream. */
  readonly again?: true
  /** The statement that a person has seen and confirmed. Absent: nothing is changed. */
  readonly statement: string | undefined
}

/** The change by which a target can store the rows of its stream. */
export interface TargetChange {
  readonly target: string
  readonly statement: string
  /** The columns that are added or get a wider type. */
  readonly columns: readonly StreamPlanColumn[]
}

/**
 * Adds the columns that the target of a stream lacks, and widens those that are too narrow, never narrows one; or gives the table another
 * name, so that the next run creates it again.
 * @throws RequestError when there is nothing to change, or a run is active; ConnectorError when the change is impossible or has become another one
 */
export async function changeTarget(
  { stepProcesses, ...opening }: Deps,
  { organizationId, person }: Member,
  { flowId, entity, again, statement: confirmed }: Wanted,
  context: ConnectorContext,
): Promise<TargetChange> {
  const { database, vault } = opening
  const flow = await database.inOrganization(organizationId, async (query) => {
    const found = await requireFlow(query, organizationId, flowId)
    const active = confirmed !== undefined && (await findActiveRun(query, flowId))
    if (active) throw stillRuns(active.id)
    return found
  })
  const ends = { sourceConnectionId: flow.source.id, destinationConnectionId: flow.destination.id }
  const { source, destination, stateOf, knownTargets } = await openDrawnFlow(opening, organizationId, {
    flowId,
    ...ends,
  })
  const change = again ? AGAIN() : ({ kind: 'fit' } as const)
  const streams = changingTarget(requestStreams(flow.config.streams), entity, destination.connector.type, change)
  const steps = { steps: flow.config.transformations, salt: vault.saltOf(organizationId) }
  const aware: ConnectorContext = {
    ...context,
    heldMirrors: (flowIds) => database.asSystem((query) => findHeldMirrors(query, flowIds)),
  }
  const plan = await inspectSource(source, { entity, field: 'entity' }, context, (from, signal) =>
    askDestination(destination, aware, async (to) => {
      const act = confirmed === undefined ? {} : { change: executes(to, confirmed) }
      const found = await withBinder(steps, stepProcesses, signal, (binder) =>
        planOneStream(entity, streams, {
          source: from,
          destination: to,
          binder,
          ...defined({ stateOf, knownTargets }),
          ...act,
        }),
      )
      return found ?? (await refuseMissing(from, entity, 'entity'))
    }),
  )
  const { target, statement, problem, columns } = plan
  if (problem) throw new ConnectorError(problem)
  if (statement === undefined) throw again ? notSetAside(target) : nothingToChange(target)
  if (confirmed !== undefined)
    await database.inOrganization(organizationId, (query) =>
      recordAudit(query, organizationId, person, {
        action: 'flow.target-changed',
        id: flowId,
        name: `${flow.name}: ${target}`,
        changes: [{ path: ['target'], kind: 'changed', to: statement }],
      }),
    )
  const isChanged = ({ notes }: StreamPlanColumn) => notes.includes('added') || notes.includes('widened')
  return { target, statement, columns: columns.filter(isChanged) }
}

/** The stream may stop at changes of its source; here a person decides. A flow of all tables has no settings for one. */
function changingTarget(
  streams: readonly StreamRequest[],
  entity: string,
  type: string,
  change: NonNullable<StreamRequest['change']>,
): readonly StreamRequest[] {
  const changing = { change, drift: 'follow' } as const
  const [mode = 'replace'] = modesOf(type)
  const all = streams.length === 0 ? [{ entity, mode }] : streams
  return all.map((stream) => {
    if (stream.entity !== entity) return stream
    if (change.kind === 'again' && stream.mode !== 'replace') throw keepsRows(entity)
    return { ...stream, ...changing }
  })
}

/** The day is part of the name that the old table gets. */
const AGAIN = () =>
  ({ kind: 'again', ending: `before_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}` }) as const

/** The statement that somebody has confirmed, and no other one. */
const executes =
  (destination: Destination, confirmed: string): NonNullable<StreamPlanContext['change']> =>
  async (request, statement) => {
    if (statement !== confirmed) throw hasChanged(request.target)
    await destination.changeTarget?.(request, statement)
  }

const nothingToChange = (target: string) =>
  new RequestError(
    'conflict',
    'NOTHING_TO_CHANGE',
    sentence`${target} has every column of the stream, and none can become wider without losing values. Run the flow again, or change the column yourself.`,
  )

const notSetAside = (target: string) =>
  new RequestError(
    'conflict',
    'NOTHING_TO_CHANGE',
    sentence`There is no table ${target} that could get another name. Run the flow, which creates it.`,
  )

/** What other runs have brought would be in the old table alone. */
const keepsRows = (entity: string) =>
  new RequestError(
    'conflict',
    'NOTHING_TO_CHANGE',
    sentence`Runs add to the rows of ${entity}, so a new table would lack the earlier ones. Only a table whose rows are replaced is created again.`,
  )

const stillRuns = (runId: string) =>
  new RequestError(
    'conflict',
    'RUN_ACTIVE',
    sentence`The flow is running. Wait for its end or cancel it, then change the target.`,
    { run_id: runId },
  )
