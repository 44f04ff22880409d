import { z } from 'zod/mini'

import { CONNECTION_TYPES } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Allowance } from '../../ports/allowance.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { KeptAnswers } from '../../ports/kept-answers.ts'
import type { Clock } from '../vendor-api/clock.ts'
import { jsonAs } from '../vendor-api/vendor-call.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { unavailable, VendorError } from '../vendor-api/vendor-error.ts'
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

export interface PageOptions extends CostAccount {
  readonly client: VendorClient
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly allowance: Allowance | undefined
}

/** Whose costs they are, and the answers that were paid for today. */
export interface CostAccount {
  readonly accessKeyId: string
  /** Absent: every question is asked. */
  readonly answers: KeptAnswers | undefined
}

interface ReadPage {
  readonly page: CostPage
  /** It was not paid for again. */
  readonly isKept: boolean
}

/**
 * Every page of one query, one after the other. AWS charges for each page, and again for a repeated one, so an answered page is
 * never requested again on the same day. The client retries a page that fails temporarily, and reading continues from there.
 */
export async function* costPages(
  entity: CostEntity,
  period: CostPeriod,
  { client, clock, signal, allowance, ...account }: PageOptions,
): AsyncGenerator<ReadPage> {
  const { answers } = account
  const kept: string[] = []
  let token: string | undefined
  const tokens = new Set<string>()
  let isPaid = false
  do {
    const body = questionOf(entity, period, token)
    const question = keyOf(account, body)
    const known = await findPage(answers, question)
    if (known) kept.push(question)
    else if (isPaid) await clock.sleep(PAUSE_MS, signal)
    const page: CostPage =
      known ??
      (await paid(allowance, () => askForPage(client, body)).catch(async (error: unknown) => {
        // Where AWS does not continue a kept answer, the next attempt begins anew.
        if (kept.length > 0 && error instanceof VendorError && !error.isAmbiguous) await answers?.forget(kept)
        throw error
      }))
    if (!known) {
      isPaid = true
      await answers?.keep(question, JSON.stringify(page))
    }
    yield { page, isKept: known !== undefined }
    token = page.NextPageToken
    // Each page costs money, so a circle would cost without end.
    if (token !== undefined && tokens.has(token)) throw repeated(entity)
    if (token !== undefined) tokens.add(token)
  } while (token !== undefined)
}

const repeated = ({ name }: CostEntity) =>
  new ConnectorError(unavailable('AWS Cost Explorer', sentence`It sends pages of ${name} again and again.`))

/** Whether all pages of a query were paid for today. */
export async function isPaidToday(account: CostAccount, entity: CostEntity, period: CostPeriod): Promise<boolean> {
  let token: string | undefined
  do {
    const page = await findPage(account.answers, keyOf(account, questionOf(entity, period, token)))
    if (!page) return false
    token = page.NextPageToken
  } while (token !== undefined)
  return true
}

const questionOf = ({ granularity, groupings }: CostEntity, { start, end }: CostPeriod, token: string | undefined) => ({
  TimePeriod: { Start: start, End: end },
  Granularity: granularity,
  Metrics: METRICS.map(({ metric: name }) => name),
  GroupBy: groupings.map(({ dimension }) => ({ Type: 'DIMENSION', Key: dimension })),
  ...defined({ NextPageToken: token }),
})

const keyOf = ({ accessKeyId }: CostAccount, body: object) => `cost explorer ${accessKeyId} ${JSON.stringify(body)}`

async function findPage(answers: KeptAnswers | undefined, question: string): Promise<CostPage | undefined> {
  const kept = await answers?.find(question)
  return kept === undefined ? undefined : page.parse(JSON.parse(kept))
}

const askForPage = (client: VendorClient, body: object): Promise<CostPage> =>
  client.call({
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSInsightsIndexService.GetCostAndUsage',
    },
    body,
    // This call only reads.
    isRepeatable: true,
    read: jsonAs(page),
  })

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
