import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'

import type { Client } from 'pg'
import { releaseMemory } from '../../../formats/release-memory.ts'
import { limitAnswer } from '../../shared/limit-answer.ts'
import { StallWatch } from '../../shared/stall-watch.ts'
import { functionCallMessage } from './function-call.ts'
import { COPY_DONE, queryMessage, rawExchange } from './raw-exchange.ts'

/** What `query` gives back: every value as the server's text, because no driver parses a value here. */
export type TextRow = Readonly<Record<string, string | null>>

/** Takes rows as CopyData messages. */
export interface CopyIn {
  /** Takes the bytes for good: their memory is gone after they were sent. False when the socket is full: wait for `drained`. */
  write(frames: Buffer): boolean
  drained(): Promise<void>
  /** Says that these were all rows. */
  end(): void
  /** The rows that the server counted. Rejects as soon as the server refuses one. */
  readonly done: Promise<number>
}

/** What the server may send in answer to one of our own questions before it is taken for hostile. */
const LONGEST_ANSWER = 256 << 20

/**
 * How many bytes may wait for a slow server before the fast one is held back. With TLS they are put together before they are encrypted: from
 * 128 kB on, the allocator asks the system for that memory each time, and every page of it has to be cleared. A socket says `drain` only where
 * more than its own 64 kB had waited.
 */
const LARGEST_BACKLOG = 96 << 10

const CANCEL_WAIT_MS = 2_000

/** What is known of the server, and done with it on other connections. */
export interface ServerSide {
  readonly major: number
  /** Stops the statement under way. */
  readonly sendCancel: () => Promise<void>
  /** Whether the server itself says that it is at work for this session. */
  readonly isAtWork: () => Promise<boolean>
}

/** One connection to a Postgres server: statements through the driver, rows past it. */
export class PostgresSession {
  readonly #client: Client
  readonly #socket: Socket
  readonly #sendCancel: () => Promise<void>
  readonly #watch: StallWatch
  /** The version's first number, such as 18. */
  readonly major: number
  readonly #answer: ReturnType<typeof limitAnswer>
  #abandoned: Promise<void> | undefined

  constructor(client: Client, socket: Socket, { major, sendCancel, isAtWork }: ServerSide) {
    this.#client = client
    this.#socket = socket
    this.#sendCancel = sendCancel
    this.major = major
    this.#watch = new StallWatch({ socket, isAtWork, stop: () => this.#stopServer() })
    this.#answer = limitAnswer(socket, LONGEST_ANSWER)
  }

  /** "TLSv1.3", or absent on an open line. */
  get encryption(): string | undefined {
    return this.#socket instanceof TLSSocket ? (this.#socket.getProtocol() ?? undefined) : undefined
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#abandoned
  }

  onClosed(listener: () => void): void {
    this.#socket.once('close', listener)
  }

  /** One statement, or several without values. @returns the rows of the last one */
  async query(statement: string, values?: readonly (string | number | null)[]): Promise<readonly TextRow[]> {
    this.#answer.restart()
    const result = await this.#watch.owing(
      this.#client.query<Record<string, string | null>>(statement, values && [...values]),
    )
    const last = Array.isArray(result) ? (result as readonly (typeof result)[]).at(-1) : result
    return last?.rows ?? []
  }

  /** Runs one statement and returns the number of rows it touched. */
  async execute(statement: string, values?: readonly (string | number | null)[]): Promise<number> {
    this.#answer.restart()
    const result = await this.#watch.owing(this.#client.query(statement, values && [...values]))
    return result.rowCount ?? 0
  }

  /** Runs a `COPY … TO STDOUT`; `onFrames` may call `pause` and `resume`. @returns the server's own count of rows. */
  copyOut(statement: string, onFrames: (frames: Buffer, started: number) => void): Promise<number> {
    return this.#watch.owing(rawExchange(this.#socket, queryMessage(statement), { onCopyData: onFrames }))
  }

  /** Calls a built-in function by its number, with values that no log of the server shows. */
  async callFunction(oid: number, values: readonly string[]): Promise<void> {
    await this.#watch.owing(rawExchange(this.#socket, functionCallMessage(oid, values), {}))
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Starts a `COPY … FROM STDIN`. */
  async copyIn(statement: string): Promise<CopyIn> {
    const socket = this.#socket
    const ready = Promise.withResolvers<void>()
    const onCopyIn = () => {
      this.#watch.isFeeding = true
      ready.resolve()
    }
    const copied = rawExchange(socket, queryMessage(statement), { onCopyIn }).finally(() => {
      this.#watch.isFeeding = false
    })
    const done = this.#watch.owing(copied)
    // Whoever waits for `done` gets the error; that nobody may wait yet must not end the process.
    done.catch(() => {})
    await Promise.race([ready.promise, done])
    let waiting = Promise.withResolvers<void>()
    const proceed = () => {
      waiting.resolve()
      waiting = Promise.withResolvers<void>()
    }
    socket.on('drain', proceed)
    done.finally(() => socket.off('drain', proceed)).catch(() => proceed())
    return {
      done,
      write(frames) {
        socket.write(frames, () => releaseMemory(frames))
        return socket.writableLength < LARGEST_BACKLOG
      },
      drained: () => waiting.promise,
      end: () => {
        this.#watch.isFeeding = false
        socket.write(COPY_DONE)
      },
    }
  }

  /** Ends politely; for a session with nothing under way. */
  async close(): Promise<void> {
    if (this.isOpen && !this.#abandoned)
      await Promise.race([this.#client.end().catch(() => {}), sleep(CANCEL_WAIT_MS, undefined, { ref: false })])
    await this.#abandoned
    this.#socket.destroy()
  }

  /** Ends at once, and stops what the server is doing for us: an open transaction rolls back. Never throws. */
  abandon(): Promise<void> {
    this.#abandoned ??= this.#abandon()
    return this.#abandoned
  }

  async #abandon(): Promise<void> {
    if (this.#socket.destroyed) return
    this.#socket.pause()
    await this.#stopServer()
    this.#socket.destroy()
  }

  async #stopServer(): Promise<void> {
    await Promise.race([this.#sendCancel().catch(() => {}), sleep(CANCEL_WAIT_MS, undefined, { ref: false })])
  }
}
