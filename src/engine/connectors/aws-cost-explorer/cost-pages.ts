import { z } from 'zod/mini'

import type { Clock } from '../vendor-api/clock.ts'
import { jsonAs } from '../vendor-api/vendor-call.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { type CostEntity, METRICS } from './cost-entities.ts'
import type { CostPeriod } from './cost-period.ts'

const metric = z.object({ Amount: z.optional(z.string()), Unit: z.optional(z.string()) })

const page = z.object({
  ResultsByTime: z.array(
    z.object({
      TimePeriod: z.object({ Start: z.string(), End: z.string() }),
      Groups: z._default(z.array(z.object({ Keys: z.array(z.string()), Metrics: z.record(z.string(), metric) })), []),
      Estimated: z._default(z.boolean(), false),
    }),
  ),
  DimensionValueAttributes: z.optional(
    z.array(z.object({ Value: z.string(), Attributes: z._default(z.record(z.string(), z.string()), {}) })),
  ),
  NextPageToken: z.optional(z.string()),
})

export type CostPage = z.infer<typeof page>

/** AWS advises against more than a few calls a second and answers with throttling; in milliseconds. */
const PAUSE_MS = 500

/**
 * Every page of one question, one after the other: each is paid for, also when it is asked for again, so nothing is asked twice that
 * was answered. A page that fails for a moment is tried again by the client and goes on from there.
 */
export async function* costPages(
  client: VendorClient,
  { granularity, groupings }: CostEntity,
  { start, end }: CostPeriod,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<CostPage> {
  let token: string | undefined
  do {
    if (token !== undefined) await clock.sleep(PAUSE_MS, signal)
    const answer: CostPage = await client.call({
      method: 'POST',
      path: '/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSInsightsIndexService.GetCostAndUsage',
      },
      body: {
        TimePeriod: { Start: start, End: end },
        Granularity: granularity,
        Metrics: METRICS.map(({ metric: name }) => name),
        GroupBy: groupings.map(({ dimension }) => ({ Type: 'DIMENSION', Key: dimension })),
        ...(token !== undefined && { NextPageToken: token }),
      },
      // It only reads.
      isRepeatable: true,
      read: jsonAs(page),
    })
    yield answer
    token = answer.NextPageToken
  } while (token !== undefined)
}
