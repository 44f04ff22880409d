import { z } from 'zod/mini'

import type { RouteRequest } from '../route.ts'
import { connectionReference, scheduleRequest, streamRequest, transformationRequest } from './flow-config.ts'
import { id } from './primitives.ts'

/** A flow in the editor, saved or not. */
const plannedFlow = {
  /** For a saved flow, the source of its last run is compared with the current one. */
  flow_id: z.optional(id),
  source_connection: connectionReference,
  destination_connection: connectionReference,
  streams: z._default(z.array(streamRequest).check(z.maxLength(10_000)), []),
}

export const FLOW_PREVIEW_REQUESTS = {
  previewFlow: {
    summary: 'Sample rows after each transformation',
    // One for each pause in typing, of a few people at a time.
    limit: { calls: 300, seconds: 60 },
    request: z.strictObject({
      source: connectionReference,
      stream: z.string(),
      transformations: z.array(transformationRequest),
      up_to: z.optional(z.string()),
      /** Only rows for which this SQL condition is true. Absent: the first rows. */
      where: z.optional(z.string().check(z.minLength(1), z.maxLength(10_000))),
    }),
  },
  planStream: {
    summary: 'What a run would do with one stream, column by column; nothing is written',
    // One for each pause in changing settings, of a few people at a time.
    limit: { calls: 300, seconds: 60 },
    request: z.strictObject({
      ...plannedFlow,
      /** The entity to plan. */
      stream: z.string().check(z.minLength(1)),
      transformations: z._default(z.array(transformationRequest).check(z.maxLength(1_000)), []),
    }),
  },
  planStructure: {
    summary:
      'What of the structure of the source would come to tables that the flow creates, and what cannot; nothing is written',
    // It reads the catalogue of the whole source.
    limit: { calls: 30, seconds: 60 },
    request: z.strictObject({
      ...plannedFlow,
      transformations: z._default(z.array(transformationRequest).check(z.maxLength(1_000)), []),
    }),
  },
  planTargets: {
    summary: 'Where each stream of a flow would land; without streams, each table of the source; nothing is written',
    // One for each pause in choosing tables, of a few people at a time.
    limit: { calls: 300, seconds: 60 },
    request: z.strictObject(plannedFlow),
  },
  estimateFlow: {
    summary:
      'What a run of a flow would move, take and cost, before it is saved; nothing is written, and nothing that costs money is asked',
    limit: { calls: 60, seconds: 60 },
    request: z.strictObject({
      ...plannedFlow,
      transformations: z._default(z.array(transformationRequest).check(z.maxLength(1_000)), []),
      schedule: z.optional(z.nullable(scheduleRequest)),
    }),
  },
  getFlowEstimate: {
    summary:
      'What a run of a saved flow would move, take and cost; nothing is written, and nothing that costs money is asked',
    limit: { calls: 60, seconds: 60 },
  },
} satisfies Record<string, RouteRequest>
