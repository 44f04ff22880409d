import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import type { Load, PublishResult } from '../../ports/load.ts'
import type { Field } from '../../ports/value-type.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { LARGEST_BATCH, type NumberedEvent, sendEvents } from './send-events.ts'
import type { UsageEvent } from './usage-event.ts'

/** Number of batches that may wait before the source is paused. */
const WAITING_BATCHES = 4

export interface LoadOptions {
  readonly client: VendorClient
  readonly makeEvent: (fields: readonly Field[]) => UsageEvent
}

/**
 * Events count as soon as Metronome has accepted them: there is no staging and no rollback. A repeated run sends the same
 * transaction ids, which Metronome counts once.
 */
export class MetronomeLoad implements Load {
  readonly failure: AbortSignal
  readonly #options: LoadOptions
  readonly #failed = new AbortController()
  readonly #decoder = new RowDecoder()
  #batch: NumberedEvent[] = []
  #waiting = 0
  #sending: Promise<void> = Promise.resolve()
  #rows = 0

  constructor(options: LoadOptions) {
    this.#options = options
    this.failure = this.#failed.signal
  }

  write(frames: Buffer): boolean {
    try {
      for (const fields of this.#decoder.push(frames)) {
        this.#batch.push({ row: ++this.#rows, event: this.#options.makeEvent(fields) })
        if (this.#batch.length === LARGEST_BATCH) this.#send()
      }
    } catch (error) {
      this.#failed.abort(error)
    }
    return this.#waiting <= WAITING_BATCHES
  }

  async drained(): Promise<void> {
    while (this.#waiting > WAITING_BATCHES && !this.failure.aborted) await this.#sending
  }

  async finish(): Promise<number> {
    this.#send()
    await this.#sending
    this.failure.throwIfAborted()
    return this.#rows
  }

  /** Everything already counts. */
  async commit(): Promise<PublishResult> {
    return {}
  }

  async abandon(): Promise<void> {
    this.#failed.abort(new Error('abandoned'))
    this.#batch = []
    await this.#sending
  }

  #send(): void {
    const batch = this.#batch
    if (batch.length === 0) return
    this.#batch = []
    this.#waiting++
    this.#sending = this.#sending
      .then(async () => {
        if (!this.failure.aborted) await sendEvents(this.#options.client, batch)
      })
      .catch((error: unknown) => this.#failed.abort(error))
      .finally(() => {
        this.#waiting--
      })
  }
}
