import type { Failure } from '../../core/failure.ts'
import { fail, map, ok, type Result } from '../../core/result.ts'

/** The result of work on a missing id. */
export const NOT_FOUND = Symbol('not found')

/** The answer to a change of another version than the current one. */
export const CONFLICT = { kind: 'http', status: 409, statusText: 'Conflict' } as const

/** The controls of every fake repository. */
export class MemoryAnswers {
  readonly #failures: Failure[] = []
  #held: Promise<void> | undefined

  /** The next call of any kind answers with this failure; called twice, the next two do. */
  failNext(failure: Failure): void {
    this.#failures.push(failure)
  }

  /** The next call of that name answers with this failure, whatever else is asked before it: pages ask more than one thing at once. */
  failNextOf<Call extends keyof this & string>(call: Call, failure: Failure): void {
    Reflect.set(this, call, async () => {
      Reflect.deleteProperty(this, call)
      return fail(failure)
    })
  }

  /** The next call waits until the returned function is called. */
  holdNext(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    return resolve
  }

  /** For calls whose answer is not needed. */
  protected async answerNothing(work: () => unknown): Promise<Result<void>> {
    return map(await this.answer(work), () => undefined)
  }

  protected async answer<T>(work: () => T | typeof NOT_FOUND): Promise<Result<T>> {
    const held = this.#held
    this.#held = undefined
    const failure = this.#failures.shift()
    await held
    if (failure) return fail(failure)
    const done = work()
    return done === NOT_FOUND ? fail({ kind: 'http', status: 404, statusText: 'Not Found' }) : ok(done as T)
  }
}
