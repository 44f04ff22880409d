import { z } from 'zod/mini'

import { known } from './camel-cased.ts'
import { flowVersion } from './flows.ts'
import type { FLOW_DETAIL_REQUESTS } from './requests/flow-details.ts'
import { inOrganization, routes } from './route.ts'
import { savedVersion } from './versions.ts'

/** The position of an incremental stream. */
const streamPosition = z.looseObject({
  entity: z.string(),
  target: z.string(),
  cursor: z.string(),
  /** The largest value that was read, as text with the source's precision; `null` after a reset. */
  bound: z.nullable(z.string()),
})

/** A table of the source when the flow last succeeded between the same connections. */
const knownTable = z.looseObject({
  entity: z.string(),
  /** Where its rows arrived. */
  target: z.string(),
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
})

/** The change by which a target gets the columns of its stream. */
const targetChange = z.looseObject({
  target: z.string(),
  statement: z.string(),
  /** The columns, with the types that they get. */
  columns: z.array(
    z.looseObject({ name: z.string(), type: z.optional(z.string()), change: known(['added', 'widened'], 'widened') }),
  ),
})

/** What few pages ask about one flow. */
export const FLOW_DETAIL_ROUTES = routes<typeof FLOW_DETAIL_REQUESTS>()({
  listFlowVersions: inOrganization(
    'GET',
    '/flows/:flowId/versions',
    'flow.read',
    200,
    z.looseObject({ versions: z.array(savedVersion), next_cursor: z.nullish(z.string()) }),
  ),
  getFlowVersion: inOrganization('GET', '/flows/:flowId/version', 'flow.read', 200, flowVersion),
  listStreams: inOrganization('GET', '/flows/:flowId/streams', 'flow.read', 200, z.array(streamPosition)),
  listKnownTables: inOrganization('GET', '/flows/:flowId/known-tables', 'flow.read', 200, z.array(knownTable)),
  changeTarget: inOrganization('POST', '/flows/:flowId/target-change', 'flow.write', 200, targetChange),
  resetStream: inOrganization('POST', '/flows/:flowId/streams/reset', 'flow.write', 204, null),
})
