import { z } from 'zod/mini'

import { MAX_NOTE, PUBLISHING } from '../../core/catalog/publishing.ts'
import { instant } from '../primitives.ts'
import type { RouteRequest } from '../route.ts'
import { connectionReference, flowConfigRequest } from './flow-config.ts'
import { flowOwner, flowTags } from './flow-labels.ts'
import { freshness } from './freshness.ts'
import { displayName, id } from './primitives.ts'

const createFlowRequest = z.strictObject({
  id: z.optional(z.string()),
  /** The specification's flow has none: then it is named after source and destination. */
  name: z.optional(displayName),
  enabled: z._default(z.boolean(), true),
  source_connection: connectionReference,
  destination_connection: connectionReference,
  config: z._default(flowConfigRequest, { streams: [], transformations: [] }),
  freshness_minutes: freshness,
  owner: flowOwner,
  tags: z.optional(flowTags),
})

const updateFlowRequest = z.strictObject({
  id: z.optional(id),
  name: z.optional(displayName),
  enabled: z.optional(z.boolean()),
  source_connection: z.optional(connectionReference),
  destination_connection: z.optional(connectionReference),
  config: z.optional(flowConfigRequest),
  freshness_minutes: freshness,
  owner: flowOwner,
  tags: z.optional(flowTags),
  version: z.optional(z.number()),
  created_at: z.optional(instant),
  updated_at: z.optional(instant),
  last_run: z.optional(z.unknown()),
  recent_states: z.optional(z.unknown()),
  fresh_until: z.optional(z.unknown()),
  late_since: z.optional(z.unknown()),
  code_file: z.optional(z.unknown()),
  edition: z.optional(z.unknown()),
  draft: z.optional(z.unknown()),
  /** `null`: as the organization says. */
  publishing: z.optional(z.nullable(z.enum(PUBLISHING))),
})

const saveDraftRequest = z.strictObject({
  name: z.optional(displayName),
  enabled: z.optional(z.boolean()),
  source_connection: z.optional(connectionReference),
  destination_connection: z.optional(connectionReference),
  config: z.optional(flowConfigRequest),
  freshness_minutes: freshness,
  /** The published version with which a person has merged these values. */
  base_version: z.optional(z.int().check(z.minimum(1))),
})

/** Parts of tables by the cursor of their stream, both bounds included; without bounds, the whole table. */
const backfillStreams = z
  .array(
    z.strictObject({
      entity: z.string().check(z.minLength(1)),
      from: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      to: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    }),
  )
  .check(z.minLength(1), z.maxLength(100))

export type CreateFlowRequest = z.input<typeof createFlowRequest>

export const FLOW_REQUESTS = {
  listFlows: {
    withinFlows: 'filtered',
    summary: 'The organization’s flows, each with its last run',
  },
  getFlow: { summary: 'One flow' },
  createFlow: { summary: 'Draws a flow from a source to a destination', request: createFlowRequest },
  updateFlow: {
    versioned: true,
    summary: 'Changes a flow; an If-Match header with the version refuses to overwrite a newer one',
    request: updateFlowRequest,
  },
  getDraft: {
    summary: 'A flow with the changes of its draft, as an editor shows it; without a draft, as it is published',
  },
  saveDraft: {
    versioned: true,
    summary:
      'Saves edits of a flow. What it moves, and how, waits in its draft until it is published, unless the flow publishes at once; its name, its switch, its schedule and its limits hold at once. An If-Match header with the edition refuses to overwrite a newer state',
    request: saveDraftRequest,
  },
  discardDraft: {
    versioned: true,
    summary:
      'Moves the draft of a flow to the trash; runs are not affected. An If-Match header with the edition refuses to discard what the caller has not seen',
  },
  publishFlow: {
    versioned: true,
    summary:
      'Makes the draft of a flow the version that its runs use; an If-Match header with the edition refuses to publish what the caller has not seen',
    request: z.strictObject({ note: z.optional(z.string().check(z.maxLength(MAX_NOTE))) }),
  },
  takeOverFlow: { summary: 'Ends that a flow is owned by a file, so that it can be changed here again' },
  deleteFlow: { summary: 'Deletes a flow; data already moved stays' },
  runFlow: {
    summary: 'Runs a flow now; an Idempotency-Key header makes a repeated call answer with the same run',
    keyOfRun: true,
  },
  dryRunFlow: {
    summary:
      'Runs a flow without its last step, to tell what a run would change; nothing is written. With `of=draft`, what a run of its draft would change',
    query: z.strictObject({ of: z.optional(z.literal('draft')) }),
  },
  verifyFlow: {
    summary:
      'Compares the tables of a flow as they are now at the source and in the destination, as a run that writes nothing',
  },
  countBackfill: {
    summary: 'How many rows of the source a backfill would read',
    // Each call reads the source.
    limit: { calls: 60, seconds: 60 },
    request: z.strictObject({ streams: backfillStreams }),
  },
  backfillFlow: {
    summary: 'Reads tables, or parts of them, again and upserts their rows; how far the flow has read stays unchanged',
    request: z.strictObject({ streams: backfillStreams, dry_run: z.optional(z.boolean()) }),
  },
} satisfies Record<string, RouteRequest>
