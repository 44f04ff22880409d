import { z } from 'zod/mini'

import { CONNECTION_TYPES } from '../../../core/catalog/connections/connection-types.ts'
import type { Allowance } from '../../ports/allowance.ts'
import type { Clock } from '../vendor-api/clock.ts'
import { jsonAs } from '../vendor-api/vendor-call.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { VendorError } from '../vendor-api/vendor-error.ts'
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

/** The price that AWS charges for a page. */
export const PAGE_DOLLARS = CONNECTION_TYPES.aws_cost_explorer_api.dollarsPerRequest

/** In milliseconds. AWS recommends only a few calls a second and throttles more. */
const PAUSE_MS = 500

export interface PageOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Absent: nothing is limited. */
  readonly allowance: Allowance | undefined
}

/**
 * Every page of one query, one after the other. AWS charges for each page, and again for a repeated one, so an answered page is
 * never requested again. The client retries a page that fails temporarily, and reading continues from there.
 */
export async function* costPages(
  client: VendorClient,
  { granularity, groupings }: CostEntity,
  { start, end }: CostPeriod,
  { clock, signal, allowance }: PageOptions,
): AsyncGenerator<CostPage> {
  let token: string | undefined
  do {
    if (token !== undefined) await clock.sleep(PAUSE_MS, signal)
    const answer: CostPage = await paid(allowance, () =>
      client.call({
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
        // This call only reads.
        isRepeatable: true,
        read: jsonAs(page),
      }),
    )
    yield answer
    token = answer.NextPageToken
  } while (token !== undefined)
}

/** AWS charges only requests that it answers; one of which nobody knows counts as charged. */
async function paid<T>(allowance: Allowance | undefined, ask: () => Promise<T>): Promise<T> {
  await allowance?.spend('dollars', PAGE_DOLLARS)
  try {
    return await ask()
  } catch (error) {
    if (error instanceof VendorError && !error.isAmbiguous) await allowance?.giveBack('dollars', PAGE_DOLLARS)
    throw error
  }
}
