import type { FlowConfig } from '../../../contract/requests/flow-config.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import { openEndpoint } from '../../domain/connections/open-endpoint.ts'
import { refuseWrongSettings } from '../../domain/flows/check-steps.ts'
import { refuseImpossibleStreams } from '../../domain/flows/check-streams.ts'
import { planStream } from '../../domain/flows/plan-stream.ts'
import { planTargets } from '../../domain/flows/plan-targets.ts'
import { previewFlow } from '../../domain/flows/preview-flow.ts'
import { makePreviewSlots } from '../../domain/flows/preview-slots.ts'
import { recallStreams } from '../../domain/flows/recall-streams.ts'
import { requestStreams } from '../../domain/flows/request-streams.ts'
import type { ConfirmConsent } from '../../domain/integrations/confirm-consent.ts'
import { invalid, notFound, RequestError } from '../../domain/request-error.ts'
import type { StartRun } from '../../domain/runs/start-run.ts'
import { refuseWrongSchedule } from '../../domain/schedules/check-schedule.ts'
import { type ConnectionRow, findConnection } from '../../store/connections/connections.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { deleteFlow, type FlowRow, findFlow, insertFlow, listFlows, updateFlow } from '../../store/flows/flows.ts'
import { listStreamColumns } from '../../store/flows/stream-columns.ts'
import { listStreamPositions, resetStreamPositions } from '../../store/flows/stream-positions.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { findActiveRun } from '../../store/runs/runs.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  readonly startRun: StartRun
  readonly vault: Vault
  readonly contextFor: (request: Request) => ConnectorContext
  readonly confirmConsent: ConfirmConsent
  readonly stepProcesses: StepProcesses
}

interface DrawnFlow {
  /** Absent: it was never saved. */
  readonly flow_id?: string | undefined
  readonly source_connection: { readonly id: string }
  readonly destination_connection: { readonly id: string }
}

export function flowHandlers({ database, startRun, vault, contextFor, confirmConsent, stepProcesses }: Deps) {
  const inTurn = makePreviewSlots()

  /** Both ends of a flow as it is drawn, and what earlier runs left of it, if it was saved. */
  const openDrawn = async (
    organizationId: string,
    { flow_id: flowId, source_connection: from, destination_connection: to }: DrawnFlow,
  ) => {
    const ends = { sourceConnectionId: from.id, destinationConnectionId: to.id }
    const opened = await database.inOrganization(organizationId, async (query) => {
      await requireEnds(query, organizationId, from.id, to.id)
      const run = { flow_id: flowId ?? '', flow_snapshot: ends }
      return {
        source: await openEndpoint(query, vault, organizationId, from.id),
        destination: await openEndpoint(query, vault, organizationId, to.id),
        ...(flowId !== undefined && (await recallStreams(query, run))),
      }
    })
    for (const { id } of [from, to]) await confirmConsent.ofConnection(organizationId, id)
    return opened
  }

  return {
    listFlows: async ({ member: { organizationId } }) =>
      (await database.inOrganization(organizationId, (query) => listFlows(query, organizationId))).map(flowToWire),

    getFlow: ({ member: { organizationId }, params }) =>
      database.inOrganization(organizationId, async (query) =>
        flowToWire(await requireFlow(query, organizationId, params['flowId'])),
      ),

    createFlow: ({ member: { organizationId }, principal, body }) =>
      database.inOrganization(organizationId, async (query) => {
        const { source, destination } = await requireEnds(
          query,
          organizationId,
          body.source_connection.id,
          body.destination_connection.id,
        )
        refuseImpossibleStreams(body.config)
        refuseWrongSettings(body.config)
        refuseWrongSchedule(body.config.schedule)
        const name = body.name ?? `${source.name} to ${destination.name}`.slice(0, 200)
        const id = await insertFlow(query, organizationId, {
          name,
          enabled: body.enabled,
          sourceConnectionId: body.source_connection.id,
          destinationConnectionId: body.destination_connection.id,
          config: withoutPositions(body.config),
          freshnessMinutes: body.freshness_minutes ?? null,
        })
        await recordAudit(query, organizationId, principal, { action: 'flow.created', id, name })
        return flowToWire(await requireFlow(query, organizationId, id))
      }),

    updateFlow: ({ member: { organizationId }, principal, params, body, request }) =>
      database.inOrganization(organizationId, async (query) => {
        const flow = await requireFlow(query, organizationId, params['flowId'])
        if (body.id !== undefined && body.id !== flow.id) throw invalid('id must be the flow’s own', 'id')
        if (body.config) {
          refuseImpossibleStreams(body.config)
          refuseWrongSettings(body.config)
          refuseWrongSchedule(body.config.schedule)
        }
        const version = versionFrom(request)
        const sourceConnectionId = body.source_connection?.id ?? flow.source.id
        const destinationConnectionId = body.destination_connection?.id ?? flow.destination.id
        await requireEnds(query, organizationId, sourceConnectionId, destinationConnectionId)
        const saved = await updateFlow(query, organizationId, {
          id: flow.id,
          version,
          name: body.name ?? flow.name,
          enabled: body.enabled ?? flow.enabled,
          sourceConnectionId,
          destinationConnectionId,
          config: body.config ? withoutPositions(body.config) : flow.config,
          freshnessMinutes: body.freshness_minutes === undefined ? flow.freshness_minutes : body.freshness_minutes,
        })
        if (!saved) throw changedMeanwhile(await requireFlow(query, organizationId, flow.id))
        await recordAudit(query, organizationId, principal, { action: 'flow.updated', id: flow.id, name: flow.name })
        return flowToWire(await requireFlow(query, organizationId, flow.id))
      }),

    deleteFlow: ({ member: { organizationId }, principal, params }) =>
      database.inOrganization(organizationId, async (query) => {
        const flow = await requireFlow(query, organizationId, params['flowId'])
        await deleteFlow(query, organizationId, flow.id)
        await recordAudit(query, organizationId, principal, { action: 'flow.deleted', id: flow.id, name: flow.name })
        return undefined
      }),

    listStreams: ({ member: { organizationId }, params }) =>
      database.inOrganization(organizationId, async (query) => {
        const { id, source, destination } = await requireFlow(query, organizationId, params['flowId'])
        const ends = { sourceConnectionId: source.id, destinationConnectionId: destination.id }
        const positions = await listStreamPositions(query, id, ends)
        return positions.map(({ entity, target, cursor_column: cursor, bound }) => ({ entity, target, cursor, bound }))
      }),

    listKnownTables: ({ member: { organizationId }, params }) =>
      database.inOrganization(organizationId, async (query) => {
        const { id, source, destination } = await requireFlow(query, organizationId, params['flowId'])
        const ends = { sourceConnectionId: source.id, destinationConnectionId: destination.id }
        const known = await listStreamColumns(query, id, ends)
        return known.map(({ entity, columns }) => ({
          entity,
          columns: columns.filter(({ gone }) => !gone).map(({ name, type }) => ({ name, type })),
        }))
      }),

    resetStream: ({ member: { organizationId }, principal, params, body: { entity } }) =>
      database.inOrganization(organizationId, async (query) => {
        const { id, name } = await requireFlow(query, organizationId, params['flowId'])
        const active = await findActiveRun(query, id)
        if (active) throw runsStill(active.id)
        if (await resetStreamPositions(query, id, entity))
          await recordAudit(query, organizationId, principal, {
            action: 'flow.stream-reset',
            id,
            name: `${name}: ${entity}`,
          })
        return undefined
      }),

    previewFlow: async ({ member: { organizationId }, body, request }) => {
      const { source, stream, transformations: steps, up_to: upTo } = body
      const opened = await database.inOrganization(organizationId, async (query) => {
        if (!(await findConnection(query, organizationId, source.id)))
          throw new RequestError(422, 'CONNECTION_NOT_FOUND', 'Connection not found', { field: 'source' })
        return openEndpoint(query, vault, organizationId, source.id)
      })
      await confirmConsent.ofConnection(organizationId, source.id)
      const salt = vault.saltOf(organizationId)
      const wanted = { stream, steps, upTo, salt }
      return inTurn(organizationId, request.signal, () =>
        previewFlow(opened, wanted, contextFor(request), stepProcesses),
      )
    },

    planStream: async ({ member: { organizationId }, body, request }) => {
      const opened = await openDrawn(organizationId, body)
      const salt = vault.saltOf(organizationId)
      const work = { stream: body.stream, streams: requestStreams(body.streams), steps: body.transformations, salt }
      return inTurn(organizationId, request.signal, () =>
        planStream({ ...opened, ...work }, contextFor(request), stepProcesses),
      )
    },

    planTargets: async ({ member: { organizationId }, body, request }) => {
      const opened = await openDrawn(organizationId, body)
      return planTargets({ ...opened, streams: requestStreams(body.streams) }, contextFor(request))
    },

    runFlow: async ({ member: { organizationId }, params, principal, request }) => {
      const key = request.headers.get('idempotency-key')
      if (key !== null && key.length > 255)
        throw invalid('Idempotency-Key must be at most 255 characters', 'Idempotency-Key')
      const run = await startRun({
        organizationId,
        flowId: params['flowId'] ?? '',
        trigger: 'person',
        by: { person: principal, action: 'run.triggered' },
        ...(key !== null && { idempotencyKey: key }),
      })
      return { run_id: run.id }
    },

    dryRunFlow: async ({ member: { organizationId }, params, principal }) => {
      const flowId = params['flowId'] ?? ''
      const by = { person: principal, action: 'run.dry' } as const
      const run = await startRun({ organizationId, flowId, trigger: 'person', by, dry: true })
      return { run_id: run.id }
    },
  } satisfies Partial<Handlers>
}

/** The version that the caller has seen; who sends none overwrites whatever there is, as the spec's client does. */
function versionFrom(request: Request): number | undefined {
  const expected = request.headers.get('if-match')
  if (expected === null) return undefined
  const version = Number(expected.replaceAll('"', ''))
  if (!Number.isSafeInteger(version))
    throw invalid('If-Match must be the version of the flow, a whole number', 'If-Match')
  return version
}

async function requireFlow(query: Query, organizationId: string, id = ''): Promise<FlowRow> {
  const flow = await findFlow(query, organizationId, id)
  if (!flow) throw notFound()
  return flow
}

async function requireEnds(
  query: Query,
  organizationId: string,
  sourceId: string,
  destinationId: string,
): Promise<{ readonly source: ConnectionRow; readonly destination: ConnectionRow }> {
  const end = async (id: string, field: string, wrong: ConnectionRow['capability']) => {
    const connection = await findConnection(query, organizationId, id)
    if (!connection) throw new RequestError(422, 'CONNECTION_NOT_FOUND', 'Connection not found', { field })
    if (connection.capability === wrong) throw invalid(`“${connection.name}” can only be a ${wrong}`, field)
    return connection
  }
  const source = await end(sourceId, 'source_connection', 'destination')
  return { source, destination: await end(destinationId, 'destination_connection', 'source') }
}

const changedMeanwhile = (flow: FlowRow) =>
  new RequestError(409, 'FLOW_CHANGED', 'The flow has been changed elsewhere since you opened it.', {
    flow: flowToWire(flow),
  })

/** At its end it would write down how far it came, and undo the reset. */
const runsStill = (runId: string) =>
  new RequestError(409, 'RUN_ACTIVE', 'The flow is running. Wait for its end or cancel it, then reset the position.', {
    run_id: runId,
  })

const withoutPositions = (config: FlowConfig): FlowConfig => ({
  ...config,
  transformations: config.transformations.map(({ position: _, ...transformation }) => transformation),
})

export const flowToWire = ({
  source,
  destination,
  created_at,
  updated_at,
  fresh_until,
  late_since,
  ...flow
}: FlowRow) => ({
  ...flow,
  fresh_until: fresh_until?.toISOString() ?? null,
  late_since: late_since?.toISOString() ?? null,
  source_connection: source,
  destination_connection: destination,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
