import { setTimeout as sleep } from 'node:timers/promises'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { StreamSharing } from '../../../engine/move/streams/stream-sharing.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'
import { describeError } from '../../host/describe-error.ts'
import { isStoreUnavailable } from '../../store/database/store-unavailable.ts'
import { insertShare } from '../../store/runs/range-shares.ts'
import { drawEpoch } from '../../store/runs/stream-claims.ts'
import { OfferedStreams, type SharingAttempt } from './offered-streams.ts'

const ASK_AGAIN_MS = 1_000

/** Shares streams of one attempt of a run through the store. If the store is unavailable, only the assistance is lost. @param signal of the attempt */
export const makeShareStreams = (attempt: SharingAttempt, signal: AbortSignal): StreamSharing => ({
  offer: async (share, owner) => {
    const { database, log, organizationId, runId, epoch } = attempt
    const id = await database
      .asSystem((query) => insertShare(query, { organizationId, runId, epoch, share: { streams: share } }))
      .catch((error: unknown) => log.warn('stream share', { error: describeError(error) }))
    return id === undefined ? undefined : new OfferedStreams(attempt, id, owner)
  },
  newEpoch: async () => {
    const drawn = await drawPatiently(attempt, signal)
    if (drawn === undefined) throw overtaken()
    return BigInt(drawn)
  },
})

/** While the store is away nothing is lost: the rows only wait. */
async function drawPatiently({ database, ...attempt }: SharingAttempt, signal: AbortSignal) {
  for (;;) {
    try {
      return await database.asSystem((query) => drawEpoch(query, attempt))
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error
      await sleep(ASK_AGAIN_MS, undefined, { signal })
    }
  }
}

const overtaken = () =>
  new ConnectorError({
    code: 'FENCED',
    message: sentence`A newer attempt of this flow has taken over. This attempt changes nothing more.`,
  })
