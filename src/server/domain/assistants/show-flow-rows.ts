import { boundedRows, type ShownValue } from '../../../core/catalog/assistants/bounded-rows.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import type { Step } from '../../../engine/transform/columns/step.ts'
import type { ConfiguredStream, FlowConfig } from '../../store/flows/flow-config.ts'
import { inspectSource } from '../connections/inspect-source.ts'
import type { Opening } from '../connections/open-endpoint.ts'
import { loadStreamStates } from '../flows/load-stream-states.ts'
import { openDrawnSource } from '../flows/open-drawn-flow.ts'
import { readMaskedColumnsOf } from '../flows/read-masked-columns.ts'
import { requireFlow } from '../flows/require-flow.ts'
import { requireValuesShown } from '../flows/require-values-shown.ts'
import type { Member } from '../members/member.ts'
import { invalid } from '../request-error.ts'
import { recordLook, type ShownRows } from './look.ts'
import { sampleAfterSteps } from './sample-after-steps.ts'

interface Wanted {
  readonly flowId: string
  /** Absent: the first stream. */
  readonly stream: string | undefined
  /** Steps that somebody tries after those of the flow. */
  readonly steps: readonly Step[]
}

/**
 * Some rows of a stream of a saved flow, as they are after its steps.
 * @throws RequestError not found, forbidden unless the organization shows values to assistants, invalid with the field; ConnectorError of the source
 */
export async function showFlowRows(
  { stepProcesses, ...opening }: Opening & { readonly stepProcesses: StepProcesses },
  member: Member,
  { flowId, stream: wanted, steps }: Wanted,
  context: ConnectorContext,
): Promise<ShownRows<{ readonly values: readonly ShownValue[] }>> {
  const { database, vault } = opening
  const { organizationId } = member
  const { flow, masked, described } = await database.inOrganization(organizationId, async (query) => {
    const found = await requireFlow(query, organizationId, flowId)
    await requireValuesShown(query, organizationId)
    const ends = { sourceConnectionId: found.source.id, destinationConnectionId: found.destination.id }
    const recalled = await loadStreamStates(query, { flow_id: flowId, flow_snapshot: ends })
    return {
      flow: found,
      masked: await readMaskedColumnsOf(query, vault, organizationId, found.source.id),
      described: recalled.described,
    }
  })
  const stream = streamOf(flow.config, wanted)
  const tried = triedSteps(steps)
  const opened = await openDrawnSource(opening, organizationId, flow.source.id)
  const { rows, ...sampled } = await inspectSource(
    opened,
    { entity: stream.entity, field: 'stream' },
    context,
    (source, signal) =>
      stepProcesses.use(signal, (process) => {
        const known = described.find(({ entity }) => entity === stream.entity)?.columns
        const request = { stream, steps: flow.config.transformations, tried, known, masked }
        return sampleAfterSteps(source, process, { ...request, salt: vault.saltOf(organizationId) }, signal)
      }),
  )
  const bounded = boundedRows(rows.map((values) => ({ values })))
  const shown = { entity: stream.entity, ...sampled, ...bounded, hasMore: sampled.hasMore || bounded.hasMore }
  await recordLook(database, member, { action: 'flow.rows_shown', id: flowId, name: flow.name, shown })
  return shown
}

function streamOf({ streams }: FlowConfig, wanted: string | undefined): Pick<ConfiguredStream, 'entity'> {
  if (wanted === undefined) {
    const [first] = streams
    if (!first) throw invalid(sentence`This flow moves every table of its source: name one.`, 'stream')
    return first
  }
  const found = streams.find(({ entity }) => entity === wanted)
  if (!found && streams.length > 0) throw invalid(sentence`This flow does not move ${wanted}.`, 'stream')
  return found ?? { entity: wanted }
}

/** A joined table would come without the steps of a flow. */
function triedSteps(steps: readonly Step[]): readonly Step[] {
  if (steps.some(({ type }) => type === 'join'))
    throw invalid(
      sentence`A tried step cannot join another table: its rows would not pass the steps of a flow.`,
      'steps',
    )
  return steps.map(({ type, settings }, index) => ({ id: `tried-${index + 1}`, type, settings }))
}
