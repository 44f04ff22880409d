import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'

import { limitAnswer } from './limit-answer.ts'
import { StallWatch } from './stall-watch.ts'

/** What the server may send in answer to one of our own questions before it is taken for hostile. */
const LONGEST_ANSWER = 256 << 20

const STOP_WAIT_MS = 2_000

/** What a database and its driver do in ways of their own. */
export interface DriverLink {
  readonly socket: Socket
  /** Whether the server itself says, on another connection, that it is at work for this session. */
  readonly isAtWork: () => Promise<boolean>
  /** Stops what the server does for this session, on another connection. */
  readonly stop: () => Promise<void>
  /** Says goodbye; for a session with nothing under way. */
  readonly end: () => Promise<void>
}

/** Rows on their way to a server that has said it is ready for them. */
export interface Feed<Result> {
  /** What the server's readiness came with. */
  readonly ready: number
  drained(): Promise<void>
  /** Says that these were all rows: the server's answer is due. */
  end(): void
  /** Settles when the server has taken everything in. Rejects as soon as it refuses a row. */
  readonly done: Promise<Result>
}

/** One connection to a database server: statements go through the driver, rows past it on the same socket. */
export abstract class DriverSession {
  protected readonly socket: Socket
  readonly #link: DriverLink
  readonly #answer: ReturnType<typeof limitAnswer>
  readonly #watch: StallWatch
  #abandoned: Promise<void> | undefined

  constructor(link: DriverLink) {
    this.socket = link.socket
    this.#link = link
    this.#answer = limitAnswer(link.socket, LONGEST_ANSWER)
    this.#watch = new StallWatch({ ...link, stop: () => this.#stopServer() })
  }

  /** "TLSv1.3", or absent on an open line. */
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

  /** Ends politely; for a session with nothing under way. */
  async close(): Promise<void> {
    if (this.isOpen)
      await Promise.race([this.#link.end().catch(() => {}), sleep(STOP_WAIT_MS, undefined, { ref: false })])
    await this.#abandoned
    this.socket.destroy()
  }

  /** Ends at once, and stops what the server is doing for us: an open transaction rolls back. Never throws. */
  abandon(): Promise<void> {
    this.#abandoned ??= this.#abandon()
    return this.#abandoned
  }

  /** A question of ours, whose answer the driver gathers in memory. */
  protected ask<T>(question: () => Promise<T>): Promise<T> {
    this.#answer.restart()
    return this.#watch.owing(question())
  }

  /** An exchange whose answer passes the driver. */
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
    // Whoever waits for `done` gets the error; that nobody may wait yet must not end the process.
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
