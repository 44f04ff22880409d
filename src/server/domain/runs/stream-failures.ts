import type { RunErrorRow } from '../../store/runs/runs.ts'

/** As many as a person reads. */
const NAMED = 5

/** Of one code. */
interface Kind {
  readonly streams: number
  /** The one that asks for the longest pause. */
  readonly error: RunErrorRow
}

/** Why streams of a run have failed: the first ones whole, all of them by their codes. Thousands may fail for one reason. */
export class StreamFailures {
  readonly #first: { readonly ordinal: number; readonly error: RunErrorRow }[] = []
  readonly #kinds = new Map<string, Kind>()

  add(ordinal: number, error: RunErrorRow): void {
    this.#first.push({ ordinal, error })
    this.#first.sort((a, b) => a.ordinal - b.ordinal)
    this.#first.splice(NAMED)
    const { streams, error: longest } = this.#kinds.get(error.code) ?? {
      streams: 0,
      error,
    }
    const isLonger = (error.retryAfter ?? 0) > (longest.retryAfter ?? 0)
    this.#kinds.set(error.code, {
      streams: streams + 1,
      error: isLonger ? error : longest,
    })
  }

  /** In the order of the plan. */
  get first(): readonly RunErrorRow[] {
    return this.#first.map(({ error }) => error)
  }

  get kinds(): readonly Kind[] {
    return [...this.#kinds.values()]
  }
}
