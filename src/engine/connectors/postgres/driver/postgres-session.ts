import type { Socket } from 'node:net'

import type { Client } from 'pg'
import { releaseMemory } from '../../../formats/release-memory.ts'
import { DriverSession } from '../../shared/driver-session.ts'
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

/**
 * How many bytes may wait for a slow server before the fast one is held back. With TLS they are put together before they are encrypted: from
 * 128 kB on, the allocator asks the system for that memory each time, and every page of it has to be cleared. A socket says `drain` only where
 * more than its own 64 kB had waited.
 */
const LARGEST_BACKLOG = 96 << 10

/** What is known of the server, and done with it on other connections. */
export interface ServerSide {
  readonly major: number
  /** Stops the statement under way. */
  readonly sendCancel: () => Promise<void>
  /** Whether the server itself says that it is at work for this session. */
  readonly isAtWork: () => Promise<boolean>
}

export class PostgresSession extends DriverSession {
  readonly #client: Client
  /** The version's first number, such as 18. */
  readonly major: number

  constructor(client: Client, socket: Socket, { major, sendCancel, isAtWork }: ServerSide) {
    super({ socket, isAtWork, stop: sendCancel, end: () => client.end() })
    this.#client = client
    this.major = major
  }

  /** One statement, or several without values. @returns the rows of the last one */
  async query(statement: string, values?: readonly (string | number | null)[]): Promise<readonly TextRow[]> {
    const result = await this.ask(() =>
      this.#client.query<Record<string, string | null>>(statement, values && [...values]),
    )
    const last = Array.isArray(result) ? (result as readonly (typeof result)[]).at(-1) : result
    return last?.rows ?? []
  }

  /** Runs one statement and returns the number of rows it touched. */
  async execute(statement: string, values?: readonly (string | number | null)[]): Promise<number> {
    const result = await this.ask(() => this.#client.query(statement, values && [...values]))
    return result.rowCount ?? 0
  }

  /** Runs a `COPY … TO STDOUT`; `onFrames` may call `pause` and `resume`. @returns the server's own count of rows. */
  copyOut(statement: string, onFrames: (frames: Buffer, started: number) => void): Promise<number> {
    return this.owing(rawExchange(this.socket, queryMessage(statement), { onCopyData: onFrames }))
  }

  /** Calls a built-in function by its number, with values that no log of the server shows. */
  async callFunction(oid: number, values: readonly string[]): Promise<void> {
    await this.owing(rawExchange(this.socket, functionCallMessage(oid, values), {}))
  }

  /** Starts a `COPY … FROM STDIN`. */
  async copyIn(statement: string): Promise<CopyIn> {
    const { socket } = this
    const { done, drained, end } = await this.feed((isReady) =>
      rawExchange(socket, queryMessage(statement), { onCopyIn: () => isReady() }),
    )
    return {
      done,
      drained,
      write(frames) {
        socket.write(frames, () => releaseMemory(frames))
        return socket.writableLength < LARGEST_BACKLOG
      },
      end: () => {
        end()
        socket.write(COPY_DONE)
      },
    }
  }
}
