import type { EventOf } from '../run/move-events.ts'
import type { StreamProgress } from '../run/stream-progress.ts'

/** The data that a worker needs to move streams of another worker's run. */
export interface StreamShare {
  /** The snapshot of the source; see `SourceRanges`. */
  readonly snapshotName: string
  /** Of the source, and what its snapshot sees: two servers behind one name may use the same name for two snapshots. */
  readonly identity: string
  readonly moment: string
  /** See `Fence`. */
  readonly copiesStructure: boolean
}

/** What a worker has done so far with streams that were given to it; always complete. */
export interface StreamReport {
  /** Those that have begun, and those that are over. A stream that is missing at the end was not moved. */
  readonly streams: readonly StreamProgress[]
  readonly lines: readonly EventOf<'log'>[]
}

/** The worker of the run, as those see it that share its streams. */
export interface StreamOwner {
  /** Called for a worker without work. @param workers at the run, its own included. @returns entities; none if there is nothing for it now */
  give(workers: number): readonly string[]
  /** @param report with lines that were not heard before */
  receive(worker: string, report: StreamReport): void
  /** Nobody else works on these any more: those that are not over come back. */
  takeBack(entities: readonly string[]): void
}

/** An offer of streams that stands. */
export interface StreamOffer {
  /**
   * Ends it, and stops the workers that still move streams. Never rejects.
   * @param isPatient whether it waits for a moment until they have stopped
   */
  end(isPatient: boolean): Promise<void>
}

/** How workers of the installation share the streams of a run. */
export interface StreamSharing {
  /** Announces that streams are available. Never rejects. @returns nothing if nobody can be told */
  offer(share: StreamShare, owner: StreamOwner): Promise<StreamOffer | undefined>
  /** An epoch above those of all streams that were given away so far. @throws ConnectorError `FENCED` if another attempt has taken over */
  newEpoch(): Promise<bigint>
}
