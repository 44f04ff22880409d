import type { MoveRequest } from '../run/move-request.ts'
import { openBoth } from '../run/open-both.ts'
import { sendRange } from './send-range.ts'
import { takeRanges } from './take-ranges.ts'

/** The data that a worker needs to move ranges of a table together with the worker of the run. */
export interface RangeShare {
  readonly entity: string
  readonly columns: readonly string[]
  readonly format: string
  /** The snapshot of the source; see `SourceRanges`. */
  readonly snapshotName: string
  /** The expected state of the table in the snapshot: its `storage` and `snapshotId`. */
  readonly storage: string
  readonly snapshotId: string
  /** The load at the destination; see `RangedLoad.loadId`. */
  readonly loadId: string
  readonly atOnce: number
}

/** How workers of the installation share large tables. */
export interface RangeSharing {
  /**
   * Announces that ranges are available. Never rejects: the worker that shares them moves those that nobody else moves.
   * @param onSilent called with an assistant that has sent no heartbeat for a while
   * @returns a function that ends it
   */
  share(share: RangeShare, onSilent: (assistant: string) => void): Promise<() => Promise<void>>
}

export interface AssistRequest extends Pick<MoveRequest, 'source' | 'destination' | 'fence' | 'context'> {
  readonly share: RangeShare
  /** The name of this worker. */
  readonly assistant: string
  /** Called before each range; ranges that have begun are finished. */
  readonly mayGoOn: () => boolean
}

/**
 * Moves ranges of a table for the run of another worker, until none is free. Uncommitted ranges are free again when it throws.
 * @throws ConnectorError, also when that run has ended
 */
export async function assistWithRanges(request: AssistRequest): Promise<void> {
  const { share, fence, assistant, mayGoOn, context } = request
  const { entity: name, columns, format, atOnce } = share
  const { source, destination } = await openBoth(request, share.snapshotName)
  try {
    const [entity] = await source.entities([name])
    const table = entity && (await source.ranges?.table(entity, columns))
    // Two servers behind one name may use the same name for two snapshots.
    if (!entity || table?.storage !== share.storage || table.history?.snapshotId !== share.snapshotId) return
    const ranges = await destination.joinRanges?.(share.loadId, fence, assistant)
    if (!ranges) return
    const reading = { source, request: { entity, columns, format }, snapshotId: share.snapshotId }
    try {
      await takeRanges({
        entity: name,
        take: async () => (mayGoOn() ? ranges.take('free') : undefined),
        send: (range, load, signal) => sendRange(reading, range, load, signal),
        atOnce,
        limit: Number.POSITIVE_INFINITY,
        signal: context.signal,
      })
    } finally {
      await ranges.leave()
    }
  } finally {
    await Promise.all([source.close(), destination.close()])
  }
}
