import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import type { StreamPlan } from '../../../engine/move/plan/plan-one-stream.ts'
import type { Problem } from '../../../engine/ports/connector.ts'
import type { Opening } from '../../domain/connections/open-endpoint.ts'
import { type EstimatedFlow, estimateFlow } from '../../domain/flows/estimate-flow.ts'
import { openDrawnFlow, openDrawnSource } from '../../domain/flows/open-drawn-flow.ts'
import { planStream } from '../../domain/flows/plan-stream.ts'
import { planStructure } from '../../domain/flows/plan-structure.ts'
import { planTargets } from '../../domain/flows/plan-targets.ts'
import { type PreviewedStep, previewFlow } from '../../domain/flows/preview-flow.ts'
import { requestStreams } from '../../domain/flows/request-streams.ts'
import { requireFlow } from '../../domain/flows/require-flow.ts'
import { refuseWrongSchedule } from '../../domain/schedules/check-schedule.ts'
import type { TaskHandlers } from '../task-call.ts'
import { estimateToWire } from '../wire/estimate-to-wire.ts'
import { structureObjectToWire } from '../wire/structure-to-wire.ts'
import type { TaskDeps } from './task-deps.ts'

/** The editor's requests about the current flow, saved or not. */
export function drawnFlowHandlers({ contextFor, stepProcesses, ...opening }: TaskDeps) {
  const workOf = ({ streams, transformations: steps }: StreamsAndSteps, organizationId: string) => ({
    streams: requestStreams(streams),
    steps,
    salt: opening.vault.saltOf(organizationId),
  })
  const estimate = async (
    opened: Awaited<ReturnType<typeof openDrawnFlow>>,
    { streams, transformations: steps, schedule }: EstimatedConfig,
    { organizationId, signal }: { readonly organizationId: string; readonly signal: AbortSignal },
  ) => {
    const work = { ...opened, streams: requestStreams(streams), steps, schedule }
    return estimateToWire(await estimateFlow(work, contextFor(signal, organizationId)))
  }

  return {
    previewFlow: async ({ member: { organizationId }, body, signal }) => {
      const { source, stream, transformations: steps, up_to: upTo, where } = body
      const opened = await openDrawnSource(opening, organizationId, source.id)
      const wanted = { stream, steps, upTo, where, salt: opening.vault.saltOf(organizationId) }
      return previewToWire(await previewFlow(opened, wanted, contextFor(signal, organizationId), stepProcesses))
    },

    planStream: async ({ member: { organizationId }, body, signal }) => {
      const opened = await openDrawnFlow(opening, organizationId, drawnFrom(body))
      const work = { ...workOf(body, organizationId), stream: body.stream }
      return planToWire(await planStream({ ...opened, ...work }, contextFor(signal), stepProcesses))
    },

    planStructure: async ({ member: { organizationId }, body, signal }) => {
      const opened = await openDrawnFlow(opening, organizationId, drawnFrom(body))
      const work = { ...workOf(body, organizationId), flowId: body.flow_id }
      const objects = await planStructure({ ...opened, ...work }, contextFor(signal), stepProcesses)
      return { objects: objects.map(structureObjectToWire) }
    },

    planTargets: async ({ member: { organizationId }, body, signal }) => {
      const opened = await openDrawnFlow(opening, organizationId, drawnFrom(body))
      const work = { ...opened, streams: requestStreams(body.streams) }
      return { targets: (await planTargets(work, contextFor(signal))).map(targetToWire) }
    },

    estimateFlow: async ({ member: { organizationId }, body, signal }) => {
      const opened = await openDrawnFlow(opening, organizationId, drawnFrom(body))
      refuseWrongSchedule(body.schedule, 'schedule')
      return estimate(opened, body, { organizationId, signal })
    },

    getFlowEstimate: async ({ member: { organizationId }, params, signal }) => {
      const { opened, config } = await openSavedFlow(opening, organizationId, params['flowId'] ?? '')
      return estimate(opened, config, { organizationId, signal })
    },
  } satisfies Partial<TaskHandlers>
}

async function openSavedFlow(opening: Opening, organizationId: string, flowId: string) {
  const { source, destination, config } = await opening.database.inOrganization(organizationId, (query) =>
    requireFlow(query, organizationId, flowId),
  )
  const ends = { sourceConnectionId: source.id, destinationConnectionId: destination.id }
  return { opened: await openDrawnFlow(opening, organizationId, { flowId, ...ends }), config }
}

interface StreamsAndSteps {
  readonly streams: Parameters<typeof requestStreams>[0]
  readonly transformations: EstimatedFlow['steps']
}

interface EstimatedConfig extends StreamsAndSteps, Pick<EstimatedFlow, 'schedule'> {}

interface DrawnFlowRequest {
  readonly flow_id?: string | undefined
  readonly source_connection: { readonly id: string }
  readonly destination_connection: { readonly id: string }
}

const drawnFrom = ({ flow_id: flowId, source_connection: source, destination_connection: to }: DrawnFlowRequest) => ({
  flowId,
  sourceConnectionId: source.id,
  destinationConnectionId: to.id,
})

const problemToWire = ({ code, ...words }: Pick<Problem, 'code' | 'message' | 'hint'>) => ({ code, ...wordsOf(words) })

const targetToWire = ({ problem, ...place }: Awaited<ReturnType<typeof planTargets>>[number]) =>
  defined({ ...place, problem: problem && problemToWire(problem) })

const previewToWire = ({ sampled, read, hasMore, orderedBy, steps }: Awaited<ReturnType<typeof previewFlow>>) => ({
  sampled,
  read,
  has_more: hasMore,
  ...defined({ ordered_by: orderedBy && [...orderedBy] }),
  steps: steps.map(stepToWire),
})

const stepToWire = ({ id, columns, rows, rowCount, joined, place, obstacle, error }: PreviewedStep) => ({
  id,
  columns: columns.map(({ name, label }) => ({ name, type: label })),
  rows: rows.map((row) => [...row]),
  row_count: rowCount,
  ...defined({
    truncated: rowCount > rows.length ? true : undefined,
    place,
    obstacle,
    joined: joined && { stream: joined.stream, read: joined.read, is_whole: joined.isWhole, matched: joined.matched },
    error: error && { ...problemToWire(error), ...defined({ field: error.field, position: error.position }) },
  }),
})

const planToWire = ({ target, effect, columns, notes, problem }: StreamPlan) => ({
  target,
  ...defined({ effect }),
  columns: columns.map(({ name, source, targetType, notes: columnNotes }) =>
    defined({ name, source, target_type: targetType, notes: [...columnNotes] }),
  ),
  notes: notes.map(inEnglish),
  note_sentences: [...notes],
  ...defined({
    problem: problem && {
      ...problemToWire(problem),
      ...defined({ node: problem.node, missing_columns: problem.missing && [...problem.missing] }),
    },
  }),
})
