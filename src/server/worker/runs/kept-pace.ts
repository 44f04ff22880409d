import type { RunPaceRow } from '../../store/runs/run-rows.ts'

/** A curve of a page is not much wider; half of the moments are left out whenever there are more. */
const MOST = 120

const FIRST_INTERVAL_MS = 1_000

/** How many rows a run had read at some moments, so that its curve can be shown from its beginning. */
export class KeptPace {
  #samples: RunPaceRow[] = []
  #interval = FIRST_INTERVAL_MS
  #begunAt: number | undefined
  #isStored = true

  /** @param now milliseconds of a clock that never goes back */
  note(now: number, rowsRead: number): void {
    this.#begunAt ??= now
    const at = Math.round(now - this.#begunAt)
    const last = this.#samples.at(-1)
    if (last && at - last[0] < this.#interval) return
    this.#samples.push([at, rowsRead])
    this.#isStored = false
    if (this.#samples.length < MOST) return
    this.#samples = this.#samples.filter((_, place) => place % 2 === 0)
    this.#interval *= 2
  }

  /** All of it, if anything is new since the last call. */
  take(): readonly RunPaceRow[] | undefined {
    if (this.#isStored) return undefined
    this.#isStored = true
    return [...this.#samples]
  }
}
