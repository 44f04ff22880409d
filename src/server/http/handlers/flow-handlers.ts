import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import {
  changeFlow,
  createFlow,
  readFlow,
  readFlows,
  removeFlow,
  takeOverFlow,
} from '../../domain/flows/change-flows.ts'
import { readKnownColumns, readPositions, resetStream } from '../../domain/flows/reset-stream.ts'
import { RequestError } from '../../domain/request-error.ts'
import type { Database } from '../../store/database/database.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import type { StreamColumns } from '../../store/flows/stream-columns.ts'
import type { StreamPosition } from '../../store/flows/stream-positions.ts'
import type { Handlers } from '../handler.ts'
import { configFrom } from '../requests/config-from.ts'
import { wantsAll } from '../requests/list-pages.ts'
import { versionFrom } from '../requests/version-from.ts'
import { flowToWire } from '../wire/flow-to-wire.ts'
import { type EachEntry, gatherList, gatherPart, writeList } from '../wire/write-list.ts'

export const flowHandlers = ({ database }: { readonly database: Database }) =>
  ({
    listFlows: async ({ member: { organizationId, person }, request }) => {
      const isShown = ({ id }: FlowRow) => person.service?.flowIds?.includes(id) ?? true
      const each: EachEntry<ReturnType<typeof flowToWire>> = (take) =>
        readFlows(database, organizationId, (flow) => {
          if (isShown(flow)) take(flowToWire(flow))
        })
      if (person.isForModel) return gatherList(each)
      return wantsAll(request) ? writeList(each) : gatherPart(each, request)
    },

    getFlow: async ({ member: { organizationId }, params }) =>
      flowToWire(await readFlow(database, organizationId, params['flowId'] ?? '')),

    createFlow: async ({ member, body }) => {
      const flow = await createFlow(database, member, {
        name: body.name,
        enabled: body.enabled,
        sourceConnectionId: body.source_connection.id,
        destinationConnectionId: body.destination_connection.id,
        config: configFrom(body.config),
        freshnessMinutes: body.freshness_minutes ?? null,
        ...defined({ ownerUid: ownerFrom(body.owner), tags: body.tags }),
      })
      return flowToWire(flow)
    },

    updateFlow: async ({ member, params, body, request }) => {
      const { flow, isSaved } = await changeFlow(database, member, params['flowId'] ?? '', {
        id: body.id,
        version: versionFrom(request),
        name: body.name,
        enabled: body.enabled,
        sourceConnectionId: body.source_connection?.id,
        destinationConnectionId: body.destination_connection?.id,
        config: body.config && configFrom(body.config),
        freshnessMinutes: body.freshness_minutes,
        ownerUid: ownerFrom(body.owner),
        tags: body.tags,
        publishing: body.publishing,
      })
      if (!isSaved) throw changedMeanwhile(flow)
      return flowToWire(flow)
    },

    takeOverFlow: async ({ member, params }) =>
      flowToWire(await takeOverFlow(database, member, params['flowId'] ?? '')),

    deleteFlow: async ({ member, params }) => {
      await removeFlow(database, member, params['flowId'] ?? '')
      return undefined
    },

    listStreams: async ({ member: { organizationId }, params }) => {
      const positions = await readPositions(database, organizationId, params['flowId'] ?? '')
      return positions.map(positionToWire)
    },

    listKnownTables: async ({ member: { organizationId }, params }) => {
      const known = await readKnownColumns(database, organizationId, params['flowId'] ?? '')
      return known.map(knownTableToWire)
    },

    resetStream: async ({ member, params, body: { entity } }) => {
      await resetStream(database, member, params['flowId'] ?? '', entity)
      return undefined
    },
  }) satisfies Partial<Handlers>

const ownerFrom = (owner: { readonly uid: string } | null | undefined) => (owner ? owner.uid : owner)

const positionToWire = ({ entity, target, cursor_column: cursor, bound }: StreamPosition) => ({
  entity,
  target,
  cursor,
  bound,
})

const knownTableToWire = ({ entity, target, columns }: StreamColumns) => ({
  entity,
  target,
  columns: columns.filter(({ gone }) => !gone).map(({ name, type }) => ({ name, type })),
})

/** The state that the caller has seen is not the present one. */
export const changedMeanwhile = (flow: FlowRow) =>
  new RequestError('conflict', 'FLOW_CHANGED', sentence`The flow has been changed elsewhere since you opened it.`, {
    flow: flowToWire(flow),
  })
