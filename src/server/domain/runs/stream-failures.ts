import { type SentenceValue, sentence } from '../../../core/catalog/sentence.ts'
import { allOf } from '../../../core/catalog/sentence-lists.ts'
import type { RunErrorRow } from '../../store/runs/run-rows.ts'

/** A readable number. */
const NAMED = 5

/** The first names, and the number of the others. */
function listed(names: readonly string[], count: number): SentenceValue {
  const more = count - names.length
  return allOf(more > 0 ? [...names, sentence`${more} more`] : names)
}

/** The number of failures with one code. */
interface Kind {
  readonly streams: number
  /** The error with the longest requested pause. */
  readonly error: RunErrorRow
}

/** Why streams of a run have failed: the first ones in full, all of them counted by code. Thousands may fail for one reason. */
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

  get count(): number {
    return this.kinds.reduce((sum, { streams }) => sum + streams, 0)
  }

  /** The names of the failed streams. */
  get inWords(): SentenceValue {
    return listed(
      this.first.map(({ stream = '' }) => stream),
      this.count,
    )
  }

  get kinds(): readonly Kind[] {
    return [...this.#kinds.values()]
  }
}
