import type { StreamRun } from '../move-stream.ts'
import { isPart } from '../ranges/choose-ranges.ts'
import type { SharedStreams } from './shared-streams.ts'
import { beforeBarrier, type WaitingStream } from './stream-needs.ts'
import type { StreamOffer, StreamOwner, StreamReport } from './stream-sharing.ts'

/** In bytes: another worker needs about a second to open its sessions and to plan what it gets. */
const LEAST_GIVEN = 64 << 20

/** Below this many times the least part, a run is over before another worker has looked at its cores. */
const WORTH_PARTS = 4

/** The queries and commits of a table take as long as the rows of so many bytes. */
const COST_OF_TABLE = 1 << 20

/** A view, of which nobody knows how many rows it has. */
const UNKNOWN_BYTES = 64 << 20

/** The streams of a run that other workers move, given away one after the other while the run's own worker moves the rest. */
export class GivenStreams implements StreamOwner {
  readonly #waiting: WaitingStream[]
  readonly #shared: SharedStreams | undefined
  readonly #run: Pick<StreamRun, 'signal' | 'isHandedOver'>
  readonly #least: number
  readonly #given = new Map<string, WaitingStream>()
  #offer: StreamOffer | undefined
  #isOpen = false
  #changed = Promise.withResolvers<void>()

  /** @param waiting shared with the worker of the run, who takes streams from it too */
  constructor(waiting: WaitingStream[], run: StreamRun) {
    this.#waiting = waiting
    this.#shared = run.shared?.streams
    this.#run = run
    this.#least = run.plan.leastGiven ?? LEAST_GIVEN
  }

  /** How many streams others have. */
  get size(): number {
    return this.#given.size
  }

  /**
   * Waits until a stream is over, here or elsewhere, or comes back. @param going those that are moved here
   * @param areAwaited whether those that others have are awaited, too. @returns whether there was anything to wait for
   */
  async untilChanged(going: Iterable<Promise<void>>, areAwaited: boolean): Promise<boolean> {
    const isAwaited = areAwaited && this.size > 0 && !this.#run.signal.aborted
    const awaited = [...going, ...(isAwaited ? [this.#changed.promise] : [])]
    if (awaited.length > 0) await Promise.race(awaited)
    return awaited.length > 0
  }

  /** Offers the streams before the next one that is moved alone, if they are worth it. */
  async open(): Promise<void> {
    if (!this.#shared || this.#isOpen || this.#run.signal.aborted) return
    if (costOf(this.#free()) < WORTH_PARTS * this.#least) return
    this.#isOpen = true
    this.#run.signal.addEventListener('abort', this.#wake)
    this.#offer = await this.#shared.offer(this)
  }

  /** Stops those who still move streams, and offers nothing more until it is opened again. */
  async end(): Promise<void> {
    this.#isOpen = false
    const { signal, isHandedOver } = this.#run
    signal.removeEventListener('abort', this.#wake)
    // The next attempt finds what they have done.
    await this.#offer?.end(!(signal.aborted && isHandedOver()))
    this.#offer = undefined
  }

  give(workers: number): readonly string[] {
    const free = this.#isOpen && !this.#run.signal.aborted ? this.#free() : []
    const left = costOf(free)
    if (left < this.#least) return []
    // Ever smaller parts, so that all are ready at about the same time.
    const most = Math.max(this.#least, left / (2 * workers))
    const chosen: WaitingStream[] = []
    for (const one of free.toSorted((a, b) => costOf([b]) - costOf([a])))
      if (chosen.length === 0 || costOf([...chosen, one]) <= most) chosen.push(one)
    for (const one of chosen) {
      this.#waiting.splice(this.#waiting.indexOf(one), 1)
      this.#given.set(one.stream.entity.name, one)
    }
    return chosen.map(({ stream }) => stream.entity.name)
  }

  receive(worker: string, { streams, lines }: StreamReport): void {
    this.#shared?.log(lines)
    for (const progress of streams) {
      const { tracker } = this.#given.get(progress.entity)?.stream ?? {}
      if (!tracker) continue
      tracker.follow(progress, worker)
      if (!tracker.isOver) continue
      this.#given.delete(progress.entity)
      this.#shared?.count(worker, tracker.progress)
      this.#wake()
    }
  }

  takeBack(entities: readonly string[]): void {
    for (const name of entities) {
      const given = this.#given.get(name)
      if (!given) continue
      this.#given.delete(name)
      this.#waiting.unshift({ ...given, hasComeBack: true })
    }
    this.#wake()
  }

  #free(): readonly WaitingStream[] {
    return beforeBarrier(this.#waiting).filter(mayBeGiven)
  }

  readonly #wake = (): void => {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

/** The worker of the run itself moves parts of a table, rows that a mirror waits for or that are mended, and what others could not move. */
const mayBeGiven = ({ stream, hasComeBack }: WaitingStream): boolean =>
  !hasComeBack && !isPart(stream) && stream.moment === undefined && stream.mends.length === 0

const costOf = (streams: readonly WaitingStream[]): number =>
  streams.reduce((sum, { stream: { entity } }) => sum + (entity.bytes ?? UNKNOWN_BYTES) + COST_OF_TABLE, 0)
