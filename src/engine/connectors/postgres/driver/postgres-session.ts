import type { Client } from 'pg'
import { releaseMemory } from '../../../formats/release-memory.ts'
import type { Currency } from '../../../ports/currency.ts'
import { type DriverLink, DriverSession } from '../../sql/driver-session.ts'
import { functionCallMessage } from './function-call.ts'
import { COPY_DONE, queryMessage, type RawHandlers, rawExchange } from './raw-exchange.ts'
import { type LogHandlers, type LogStream, startLogStream } from './replication-stream.ts'

/** The result of `query`: every value is the server's text, because no driver parses values here. */
export type TextRow = Readonly<Record<string, string | null>>

/** Accepts rows as CopyData messages. */
export interface CopyIn {
  /** Takes ownership of the bytes: their memory is freed after sending. False when the socket is full: wait for `drained`. */
  write(frames: Buffer): boolean
  drained(): Promise<void>
  /** Marks the end of the rows. */
  end(): void
  /** The number of rows counted by the server. Rejects as soon as the server refuses a row. */
  readonly done: Promise<number>
}

/**
 * Number of bytes that may wait for a slow server before the fast one is paused. With TLS, waiting chunks are joined before they are encrypted: from
 * 128 kB on, the allocator requests that memory from the system each time, and the system must clear every page of it. A socket emits `drain` only if
 * more than its own 64 kB had waited.
 */
const LARGEST_BACKLOG = 96 << 10

/** Facts about the server, and actions on separate connections. */
export interface ServerSide {
  /** As the server numbers it: 170002 is 17.2. */
  readonly version: number
  /** That of the database, not that of this session. */
  readonly currency: Currency
  /** Stops the current statement. */
  readonly sendCancel: () => Promise<void>
  /** Whether the server itself says that it is working for this session. */
  readonly isAtWork: () => Promise<boolean>
}

/** The socket of a driver, and how large its present answer is. */
export type PostgresLink = Pick<DriverLink, 'socket' | 'answerSize'>

export class PostgresSession extends DriverSession {
  readonly #client: Client
  /** The names of the statements that the server keeps for this session, by their text. */
  readonly #repeated = new Map<string, string>()
  /** The version's first number, such as 18. */
  readonly major: number
  /** For people, such as `PostgreSQL 17.2`. */
  readonly serverVersion: string
  /** In which the database stores amounts of money. */
  readonly currency: Currency

  constructor(client: Client, link: PostgresLink, { version, currency, sendCancel, isAtWork }: ServerSide) {
    super({ ...link, isAtWork, stop: sendCancel, end: () => client.end() })
    this.#client = client
    this.currency = currency
    this.major = Math.floor(version / 10_000)
    this.serverVersion = `PostgreSQL ${this.major}.${version % 10_000}`
  }

  /** One statement, or several without values. @returns the rows of the last one */
  async query(statement: string, values?: readonly (string | number | null)[]): Promise<readonly TextRow[]> {
    const result = await this.ask(() =>
      this.#client.query<Record<string, string | null>>(statement, values && [...values]),
    )
    const last = Array.isArray(result) ? (result as readonly (typeof result)[]).at(-1) : result
    return last?.rows ?? []
  }

  /** One statement that is run for each of many tables: the server plans it only the first times. Its text must not depend on the table. */
  async repeat(text: string, values: readonly (string | number | null)[]): Promise<readonly TextRow[]> {
    const name = this.#repeated.get(text) ?? `repeated_${this.#repeated.size}`
    this.#repeated.set(text, name)
    return (await this.ask(() => this.#client.query<TextRow>({ name, text, values: [...values] }))).rows
  }

  /** Runs one statement and returns the number of affected rows. */
  async execute(statement: string, values?: readonly (string | number | null)[]): Promise<number> {
    const result = await this.ask(() => this.#client.query(statement, values && [...values]))
    return result.rowCount ?? 0
  }

  /** Runs a `COPY … TO STDOUT`; `onFrames` may call `pause` and `resume`. @returns the server's own count of rows. */
  copyOut(
    statement: string,
    onFrames: (frames: Buffer, started: number) => void,
    onTooLarge?: RawHandlers['onTooLarge'],
  ): Promise<number> {
    return this.owing(rawExchange(this.socket, queryMessage(statement), { onCopyData: onFrames, onTooLarge }))
  }

  /** Calls a built-in function by its number, with values that no log of the server contains. */
  async callFunction(oid: number, values: readonly string[]): Promise<void> {
    await this.owing(rawExchange(this.socket, functionCallMessage(oid, values), {}))
  }

  /** Starts to read the log, for good: no other statement follows. See `startLogStream`. */
  readLog(statement: string, from: bigint, handlers: LogHandlers): LogStream {
    return startLogStream(this.socket, statement, from, handlers)
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
