import type { ChangeSource, Moments } from '../ports/change-source.ts'
import type { Source } from '../ports/source.ts'
import type { Intake } from './intake.ts'
import { LogCut } from './log-cut.ts'

/** A snapshot of the source, at which the destination is now, too. */
export interface SourceMoment {
  /** Whoever gets it closes it. */
  readonly source: Source
  /** When it was taken. */
  readonly takenAt: Date
}

interface StopsRequest {
  /** How often the destination gets a batch. */
  readonly everyMs?: number | undefined
  readonly log: Pick<ChangeSource, 'now'>
  readonly moments: Moments
  readonly openSource: () => Promise<Source>
  /** The tables that are compared. */
  readonly entities: readonly string[]
}

/** How long the log may need to pass a snapshot, in milliseconds. */
const PATIENCE_MS = 5_000

/** A destination with a pace needs long for a batch: the one that is under way, and the one that ends at the snapshot. */
const PACED_PATIENCE_MS = 180_000

type Wanted = (moment: SourceMoment | undefined) => Promise<void>

/** Lets a mirror stop where the destination has exactly what a snapshot of its source sees. */
export class MomentStops {
  readonly #request: StopsRequest
  #wanted: { readonly reach: Wanted; readonly fail: (error: unknown) => void } | undefined
  #intake: Intake | undefined
  #cut: LogCut | undefined

  constructor(request: StopsRequest) {
    this.#request = request
  }

  /**
   * Does work at such a moment; the mirror waits for it. One call at a time.
   * @returns what the work returns; nothing if the snapshot was no place in the log, or the mirror does not follow. @throws what the work throws, or the source
   */
  at<T>(work: (moment: SourceMoment) => Promise<T>): Promise<T | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
    if (!this.#intake) return Promise.resolve(undefined)
    const reach: Wanted = async (moment) => {
      if (moment) await work(moment).then(resolve, reject)
      else resolve(undefined)
    }
    this.#wanted = { reach, fail: reject }
    this.#intake.interrupt()
    return promise
  }

  /** A log is followed from now on. */
  follow(intake: Intake): void {
    this.#intake = intake
  }

  /** No transaction is open: takes a snapshot, if somebody waits for one. */
  async begin(): Promise<void> {
    const { log, moments, openSource, entities } = this.#request
    const wanted = this.#wanted
    const intake = this.#intake
    if (!wanted || !intake) return
    this.#wanted = undefined
    let source: Source | undefined
    try {
      await intake.cutAt(async () => {
        source = await openSource()
        const moment = await named(source, entities)
        const takenAt = new Date()
        const until = await log.now()
        return this.#cutOf({ source, takenAt }, wanted.reach, {
          sees: (transaction) => moments.sees(moment, transaction),
          isBefore: (position) => moments.isReached(until, position),
        })
      })
    } catch (error) {
      await source?.close()
      wanted.fail(error)
    }
  }

  /** The log is not followed any more. */
  end(): void {
    const [intake, cut, wanted] = [this.#intake, this.#cut, this.#wanted]
    this.#intake = undefined
    this.#wanted = undefined
    void wanted?.reach(undefined)
    if (cut) intake?.dropCut(cut)
  }

  #cutOf(moment: SourceMoment, reach: Wanted, place: Pick<LogCut['request'], 'sees' | 'isBefore'>): LogCut {
    const intake = this.#intake
    const late = setTimeout(() => intake?.dropCut(cut), this.#request.everyMs ? PACED_PATIENCE_MS : PATIENCE_MS)
    const settle = () => {
      clearTimeout(late)
      this.#cut = undefined
    }
    const cut = new LogCut({
      ...place,
      onReached: async () => {
        settle()
        await reach(moment)
      },
      onMissed: () => {
        settle()
        void moment.source.close().catch(() => {})
        void reach(undefined)
      },
    })
    this.#cut = cut
    return cut
  }
}

async function named(source: Source, entities: readonly string[]): Promise<string> {
  const moment = await source.moment?.(entities)
  if (moment === undefined) throw new Error('the source does not name what its snapshots see')
  return moment
}
