import { countedRows } from '../../../core/catalog/counted.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Source } from '../../ports/source.ts'
import type { EventOf, MoveEvent } from '../run/move-events.ts'
import type { StreamProgress } from '../run/stream-progress.ts'
import type { StreamOffer, StreamOwner, StreamSharing } from './stream-sharing.ts'

interface Options {
  readonly sharing: StreamSharing
  readonly source: Source
  readonly copiesStructure: boolean
  readonly onEvent: (event: MoveEvent) => void
}

/** What a run knows about the workers that move some of its streams. */
export class SharedStreams {
  readonly #options: Options
  readonly #moved = new Map<string, { streams: number; rows: number }>()
  #hasOffered = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Never rejects. @returns nothing if the source cannot show this moment to others, or nobody can be told */
  async offer(owner: StreamOwner): Promise<StreamOffer | undefined> {
    const { sharing, source, copiesStructure } = this.#options
    const { snapshotName } = source.ranges ?? {}
    if (snapshotName === undefined || !source.moment) return undefined
    // What is wrong with the source is told by the streams.
    const moment = await source.moment([]).catch(() => undefined)
    if (moment === undefined) return undefined
    this.#hasOffered = true
    return sharing.offer({ snapshotName, identity: source.identity, moment, copiesStructure }, owner)
  }

  log(lines: readonly EventOf<'log'>[]): void {
    for (const line of lines) this.#options.onEvent(line)
  }

  /** Another worker has moved a stream to its end. */
  count(worker: string, { status, rowsWritten }: StreamProgress): void {
    if (status !== 'succeeded') return
    const { streams, rows } = this.#moved.get(worker) ?? { streams: 0, rows: 0 }
    this.#moved.set(worker, { streams: streams + 1, rows: rows + rowsWritten })
  }

  /**
   * Says in the log what others have moved. @param all the number of streams of the run @param isBuiltOn whether more follows at their targets
   * @returns the epoch of what follows, if it is another one than before. @throws ConnectorError `FENCED`
   */
  async end(all: number, isBuiltOn: boolean): Promise<bigint | undefined> {
    const { sharing, onEvent } = this.#options
    for (const [worker, { streams, rows }] of this.#moved) {
      const message = sentence`Worker ${worker} moved ${streams} of ${all} tables, with ${countedRows(rows)}.`
      onEvent({ kind: 'log', level: 'info', message })
    }
    return this.#hasOffered && isBuiltOn ? sharing.newEpoch() : undefined
  }
}
