/** Work on the destination of a mirror that must wait until no transaction is open. */
export class WorkBetween {
  #waiting: { readonly work: () => Promise<void>; readonly give: (error: unknown) => void }[] = []
  #onAdded = () => {}
  #isOver = false

  /** @returns what the work returns, after the batch that is being applied. Rejects if the mirror ends before */
  add<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    if (this.#isOver) reject(ended())
    else this.#waiting.push({ work: () => work().then(resolve, reject), give: reject })
    this.#onAdded()
    return promise
  }

  /** @param listener called for what is waiting, and for what is added later */
  onAdded(listener: () => void): void {
    this.#onAdded = listener
    if (this.#waiting.length > 0) listener()
  }

  async doAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next.work()
  }

  /** Nothing is done any more. */
  end(): void {
    this.#isOver = true
    for (const { give } of this.#waiting.splice(0)) give(ended())
  }
}

const ended = () => new Error('the mirror has ended')
