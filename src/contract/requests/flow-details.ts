import { z } from 'zod/mini'

import { FLOW_SETTINGS } from '../../core/catalog/changed-settings.ts'
import type { RouteRequest } from '../route.ts'

export const FLOW_DETAIL_REQUESTS = {
  listFlowVersions: {
    summary:
      'The saved states of a flow, each with who saved it, when, and its changes, the newest first. With `changed`: those that changed that setting, and the first one',
    query: z.strictObject({
      cursor: z.optional(z.string().check(z.maxLength(20))),
      changed: z.optional(z.enum(FLOW_SETTINGS)),
    }),
  },
  getFlowVersion: {
    summary:
      'A flow as it was saved, without a version as it is; a change to these values restores it as a new version',
    query: z.strictObject({
      version: z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'version must be a whole number'))),
    }),
  },
  listStreams: { summary: 'How far each incremental stream has been read, the newest first' },
  listKnownTables: {
    summary: 'The tables of the source as they were when the flow last succeeded, to see what has changed since',
  },
  changeTarget: {
    summary:
      'Adds and widens columns of a stream’s target so that it can store the rows, or renames it so that the next run creates it again (`again`). Without `statement`, tells the change; with it, makes exactly that one',
    // Each call reads both ends.
    limit: { calls: 60, seconds: 60 },
    request: z.strictObject({
      entity: z.string().check(z.minLength(1)),
      /** The table gets another name; only for a stream whose rows are replaced. */
      again: z.optional(z.literal(true)),
      /** As the answer without it has told. */
      statement: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000_000))),
    }),
  },
  resetStream: {
    summary: 'Forgets how far a stream has been read: its next run starts from the beginning',
    request: z.strictObject({ entity: z.string().check(z.minLength(1)) }),
  },
} satisfies Record<string, RouteRequest>
