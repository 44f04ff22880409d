import { z } from 'zod/mini'

import { CUT_OVER_ACTIONS } from '../../core/catalog/mirrors/cut-over.ts'
import { LEAST_MIRROR_SECONDS, MOST_MIRROR_SECONDS } from '../../core/catalog/mirrors/mirror-pace.ts'
import { MIRRORED_TABLE_ACTIONS, WANTED_MIRRORS } from '../../core/catalog/mirrors/mirror-states.ts'
import type { RouteRequest } from '../route.ts'

const entity = z.string().check(z.minLength(1), z.maxLength(300))

export const MIRROR_REQUESTS = {
  listMirrors: {
    withinFlows: 'filtered',
    summary: 'The mirrors that were started once, and how each is doing',
  },
  getMirror: { summary: 'The mirror of a flow whose tables have the mode `mirror`, with its tables' },
  listMirrorWindows: {
    summary: 'The receipts of minutes in which changes arrived, the newest first',
    query: z.strictObject({
      /** Only those with smaller numbers. */
      before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    }),
  },
  checkMirror: {
    summary: 'Whether the source of a flow can be mirrored, and what has to be done before; changes nothing',
    limit: { calls: 60, seconds: 60 },
    request: z.strictObject({
      /** Absent: the tables of the flow. */
      entities: z.optional(z.array(entity).check(z.maxLength(10_000))),
      /** Into BigQuery: how often it would get a batch. Absent: as the flow says. */
      mirror_seconds: z.optional(z.int().check(z.minimum(LEAST_MIRROR_SECONDS), z.maximum(MOST_MIRROR_SECONDS))),
    }),
  },
  changeMirror: {
    summary: 'Starts or pauses a mirror, or ends it: then its source keeps no log for it any more',
    request: z.strictObject({ wanted: z.enum(WANTED_MIRRORS) }),
  },
  compareMirror: {
    summary:
      'Compares both sides of a mirror as of one moment, soon and while it goes on; rows that differ are sent again',
    request: z.strictObject({
      /** Absent: all tables. */
      entities: z.optional(z.array(entity).check(z.minLength(1), z.maxLength(10_000))),
    }),
  },
  changeCutOver: {
    summary:
      'Once writes to the source have stopped: proves all tables of a mirror equal at one place in its log, and lets the destination number new rows after those that have come; or ends that. The mirror follows on',
    request: z.strictObject({ action: z.enum(CUT_OVER_ACTIONS) }),
  },
  listMirrorDifference: {
    summary: 'Up to a hundred rows of a table that the last comparison found to differ; kept as long as rejected rows',
    query: z.strictObject({ entity }),
  },
  changeMirroredTable: {
    summary:
      'Pauses one table of a mirror, or all, lets it go on (both need `flow.write`), or copies it again; the others go on',
    request: z.strictObject({
      /** Absent: all tables. */
      entity: z.optional(entity),
      action: z.enum(MIRRORED_TABLE_ACTIONS),
    }),
  },
} satisfies Record<string, RouteRequest>
