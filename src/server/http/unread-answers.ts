import { sentence } from '../../core/catalog/sentence.ts'
import { RequestError } from '../domain/request-error.ts'

const MEGABYTE = 1_048_576

/** In bytes. A single answer of a caller may be larger. */
const MOST = { ofCaller: 64 * MEGABYTE, ofAll: 256 * MEGABYTE }

/** A reader that takes nothing for so long has gone without a word. */
const LONGEST_PAUSE_MS = 60_000

/**
 * Large answers, which are in memory until they have been read: who asks again and again and reads nothing must not take all of it. Each part is
 * passed on when the one before has left the process.
 */
export class UnreadAnswers {
  readonly #of = new Map<string, number>()
  #ofAll = 0

  /** @param caller who may have only so much. @throws RequestError when earlier answers have to be read first */
  stream(caller: string, parts: readonly Uint8Array[]): ReadableStream<Uint8Array> {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0)
    this.#refuse(caller, bytes)
    this.#count(caller, bytes)
    const left = [...parts]
    let pause: NodeJS.Timeout | undefined
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(pause)
      left.length = 0
      this.#count(caller, -bytes)
    }
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          pause = setTimeout(() => {
            controller.error(new Error('nobody reads the answer'))
            end()
          }, LONGEST_PAUSE_MS).unref()
        },
        pull: (controller) => {
          pause?.refresh()
          const next = left.shift()
          if (next) return controller.enqueue(next)
          end()
          controller.close()
        },
        cancel: end,
      },
      { highWaterMark: 0 },
    )
  }

  #refuse(caller: string, bytes: number): void {
    const own = this.#of.get(caller) ?? 0
    if (own > 0 && own + bytes > MOST.ofCaller)
      throw new RequestError(
        'too-many',
        'TOO_MANY_AT_ONCE',
        sentence`Earlier large answers of this account have not been read yet. Read them first, or ask for parts of a list.`,
        { retry_after: 1 },
      )
    if (this.#ofAll > 0 && this.#ofAll + bytes > MOST.ofAll)
      throw new RequestError(
        'unavailable',
        'BUSY',
        sentence`This server is busy with large answers that have not been read yet. Try again in a moment.`,
        { retry_after: 5 },
      )
  }

  #count(caller: string, by: number): void {
    const now = (this.#of.get(caller) ?? 0) + by
    this.#ofAll += by
    if (now === 0) this.#of.delete(caller)
    else this.#of.set(caller, now)
  }
}
