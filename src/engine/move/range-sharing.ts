import type { MoveRequest } from './move-request.ts'
import { openBoth } from './open-both.ts'
import { takeRanges } from './take-ranges.ts'

/** What a worker has to know to move ranges of a table beside the one that has the run. */
export interface RangeShare {
  readonly entity: string
  readonly columns: readonly string[]
  readonly format: string
  /** Of the source; see `Source.snapshotName`. */
  readonly snapshotName: string
  /** What the table has to look like there: its `storage` and `snapshotId`. */
  readonly storage: string
  readonly snapshotId: string
  /** Of the destination; see `RangedLoad.loadId`. */
  readonly loadId: string
  readonly atOnce: number
}

/** How the other workers of the installation hear of large tables. */
export interface RangeSharing {
  /**
   * Tells them that ranges may be taken. Never rejects: the worker that shares them moves what nobody else does.
   * @param onSilent is told who took part and has said nothing for a while
   * @returns what ends it
   */
  share(share: RangeShare, onSilent: (assistant: string) => void): Promise<() => Promise<void>>
}

export interface AssistRequest extends Pick<MoveRequest, 'source' | 'destination' | 'fence' | 'context'> {
  readonly share: RangeShare
  /** What this worker is called. */
  readonly assistant: string
  /** Asked before each range; those that were begun are brought to their end. */
  readonly mayGoOn: () => boolean
}

/**
 * Takes ranges of a table, for a run that another worker has, until none is free. What is not committed when it throws is free again.
 * @throws ConnectorError, also when that run is over
 */
export async function assistWithRanges(request: AssistRequest): Promise<void> {
  const { share, fence, assistant, mayGoOn, context } = request
  const { entity: name, columns, format, atOnce } = share
  const { source, destination } = await openBoth(request, share.snapshotName)
  try {
    const [entity] = await source.entities([name])
    const table = entity && (await source.ranged?.(entity, columns))
    // Two servers behind one name may call two snapshots the same.
    if (!entity || table?.storage !== share.storage || table.snapshotId !== share.snapshotId) return
    const ranges = await destination.joinRanges?.(share.loadId, fence, assistant)
    if (!ranges) return
    try {
      await takeRanges({
        source,
        request: { entity, columns, format },
        take: async () => (mayGoOn() ? ranges.take('free') : undefined),
        sinkOf: (load) => load,
        atOnce,
        most: Number.POSITIVE_INFINITY,
        signal: context.signal,
      })
    } finally {
      await ranges.leave()
    }
  } finally {
    await Promise.all([source.close(), destination.close()])
  }
}
