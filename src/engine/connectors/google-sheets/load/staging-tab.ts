import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import { sentence } from '../../../../core/catalog/sentence.ts'

import { ConnectorError } from '../../../ports/connector.ts'
import type { Committed } from '../../../ports/target.ts'
import type { Fence } from '../../../ports/target-request.ts'
import type { RetryPolicy } from '../../vendor-api/retry-policy.ts'
import type { Tab } from '../access/sheets-client.ts'
import { INTERNAL_PREFIX } from '../tabs/tab-name.ts'

/** A hidden tab in which an attempt collects its rows. */
export interface Staging {
  readonly sheetId: number
  readonly title: string
}

/** How often a batch is sent again after a check of the tabs has shown that it was not executed. */
export const AGAIN: RetryPolicy = { retries: 4, base: 1_000, longest: 16_000 }

/** No run takes this long: an older staging tab belongs to a failed worker without a next attempt. */
const DEAD_MS = 3 * 86_400_000

const short = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)

/** `_millrace_<flow and target>_<epoch>_<when>`; hidden, and different from any title that people use. */
export const stagingTitle = ({ flowId, epoch }: Fence, target: string, now: number): string =>
  `${INTERNAL_PREFIX}${short(flowId, target)}_${epoch}_${now}`

/** The staging tabs of a flow's attempts at a target: those that a newer attempt may delete, and whether one is newer. */
export function olderStagings(
  tabs: readonly Tab[],
  { flowId, epoch }: Fence,
  target: string,
  now: number,
): { readonly removable: readonly Tab[]; readonly isFenced: boolean } {
  const own = short(flowId, target)
  let isFenced = false
  const removable = tabs.filter(({ properties }) => {
    const [, key, itsEpoch = '', at] = /^_millrace_([0-9a-f]{12})_(\d+)_(\d+)$/.exec(properties.title) ?? []
    if (key !== own) return key !== undefined && Number(at) < now - DEAD_MS
    if (BigInt(itsEpoch) > epoch) isFenced = true
    return BigInt(itsEpoch) <= epoch
  })
  return { removable, isFenced }
}

/** The metadata key of a tab that a flow has written; only this server’s OAuth client can see it. */
export const markKey = (flowId: string): string => `millrace_${short(flowId)}`

/** The last commit of a flow in a tab. */
export interface Mark {
  readonly id: number
  readonly runId: string
  readonly epoch: bigint
  readonly rows: number
  readonly highWaterMark?: string | undefined
}

export const markValue = ({ runId, epoch }: Fence, { rows, highWaterMark }: Committed): string =>
  JSON.stringify({ runId, epoch: String(epoch), rows, bound: highWaterMark })

/** The format has not changed since the first version. */
const stored = z.object({ runId: z.string(), epoch: z.string(), rows: z.number(), bound: z.optional(z.string()) })

export function markOf(tab: Tab | undefined, flowId: string): Mark | undefined {
  const found = tab?.developerMetadata?.find(({ metadataKey }) => metadataKey === markKey(flowId))
  if (!found) return undefined
  const { epoch, bound: highWaterMark, ...mark } = z.parse(stored, JSON.parse(found.metadataValue))
  return { ...mark, highWaterMark, id: found.metadataId, epoch: BigInt(epoch) }
}

export const fenced = () =>
  new ConnectorError({
    code: 'FENCED',
    message: sentence`A newer attempt at this flow has taken over.`,
    hint: sentence`Nothing was changed by this one.`,
  })
