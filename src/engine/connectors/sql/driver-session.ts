import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'

import type { AnswerSize } from './answer-size.ts'
import { limitAnswer } from './limit-answer.ts'
import { StallWatch } from './stall-watch.ts'

/** The maximum size of an answer to one of our own queries on the wire, whatever it consists of; a larger one counts as hostile. */
const LONGEST_ANSWER = 128 << 20

const STOP_WAIT_MS = 2_000

/** Operations that differ between databases and their drivers. */
export interface DriverLink {
  readonly socket: Socket
  /** Of the answer that the driver is collecting; what guards the driver tells it of each message. */
  readonly answerSize: AnswerSize
  /** Whether the server itself says, on another connection, that it is working for this session. */
  readonly isAtWork: () => Promise<boolean>
  /** Stops the server's work for this session, on another connection. */
  readonly stop: () => Promise<void>
  /** Closes politely; for an idle session. */
  readonly end: () => Promise<void>
}

/** Sends rows to a server that is ready for them. */
export interface Feed<Result> {
  /** The data that the server sent with its readiness. */
  readonly ready: number
  drained(): Promise<void>
  /** Marks the end of the rows; the server's answer follows. */
  end(): void
  /** Settles when the server has processed all rows. Rejects as soon as it refuses a row. */
  readonly done: Promise<Result>
}

/** One connection to a database server: statements use the driver, rows bypass it on the same socket. */
export abstract class DriverSession {
  protected readonly socket: Socket
  readonly #link: DriverLink
  readonly #answer: ReturnType<typeof limitAnswer>
  readonly #watch: StallWatch
  #abandoned: Promise<void> | undefined

  constructor(link: DriverLink) {
    this.socket = link.socket
    this.#link = link
    const { socket, answerSize } = link
    this.#answer = limitAnswer(socket, LONGEST_ANSWER, (bytes) => answerSize.addPart(bytes))
    this.#watch = new StallWatch({ ...link, stop: () => this.#stopServer() })
  }

  /** "TLSv1.3", or absent without encryption. */
  get encryption(): string | undefined {
    return this.socket instanceof TLSSocket ? (this.socket.getProtocol() ?? undefined) : undefined
  }

  get isOpen(): boolean {
    return !this.socket.destroyed && !this.#abandoned
  }

  onClosed(listener: () => void): void {
    this.socket.once('close', listener)
  }

  pause(): void {
    this.socket.pause()
  }

  resume(): void {
    this.socket.resume()
  }

  /** Ends politely; for an idle session. */
  async close(): Promise<void> {
    if (this.isOpen)
      await Promise.race([this.#link.end().catch(() => {}), sleep(STOP_WAIT_MS, undefined, { ref: false })])
    await this.#abandoned
    this.socket.destroy()
  }

  /** Ends immediately, and stops the server's work for us: an open transaction rolls back. Never throws. */
  abandon(): Promise<void> {
    this.#abandoned ??= this.#abandon()
    return this.#abandoned
  }

  /** Stops the current statement, which fails; the caller no longer wants its answer, and the session goes on. Never throws. */
  async stopStatement(): Promise<void> {
    this.socket.resume()
    await this.#link.stop().catch(() => this.abandon())
  }

  /** One of our own queries; the driver collects its answer in memory. */
  protected async ask<T>(question: () => Promise<T>): Promise<T> {
    const { answerSize } = this.#link
    this.#answer.restart()
    answerSize.restart()
    try {
      return await this.#watch.owing(question())
    } finally {
      answerSize.restart()
    }
  }

  /** An exchange whose answer bypasses the driver. */
  protected owing<T>(exchange: Promise<T>): Promise<T> {
    return this.#watch.owing(exchange)
  }

  /** @param exchange calls `isReady` when the server waits for rows */
  protected async feed<Result>(
    exchange: (isReady: (ready?: number) => void) => Promise<Result>,
  ): Promise<Feed<Result>> {
    const { promise: ready, resolve } = Promise.withResolvers<number>()
    const exchanged = exchange((value = 0) => {
      this.#watch.isFeeding = true
      resolve(value)
    }).finally(() => {
      this.#watch.isFeeding = false
    })
    const done = this.#watch.owing(exchanged)
    // A caller that waits for `done` gets the error; the process must not end if nobody waits yet.
    done.catch(() => {})
    const value = await Promise.race([ready, done.then(() => 0)])
    let waiting = Promise.withResolvers<void>()
    const proceed = () => {
      waiting.resolve()
      waiting = Promise.withResolvers<void>()
    }
    this.socket.on('drain', proceed)
    done.finally(() => this.socket.off('drain', proceed)).catch(() => proceed())
    return {
      ready: value,
      done,
      drained: () => waiting.promise,
      end: () => {
        this.#watch.isFeeding = false
      },
    }
  }

  async #abandon(): Promise<void> {
    if (this.socket.destroyed) return
    this.socket.pause()
    await this.#stopServer()
    this.socket.destroy()
  }

  async #stopServer(): Promise<void> {
    await Promise.race([this.#link.stop().catch(() => {}), sleep(STOP_WAIT_MS, undefined, { ref: false })])
  }
}
