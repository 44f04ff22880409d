import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'

import type { Connection } from 'mysql2'
import { releaseMemory } from '../../../formats/release-memory.ts'
import { limitAnswer } from '../../shared/limit-answer.ts'
import { StallWatch } from '../../shared/stall-watch.ts'
import type { ColumnType } from './column-type.ts'
import { columnTypeOf } from './column-type.ts'
import type { Outcome } from './raw-exchange.ts'
import { executeCommand, LONGEST_PACKET, packetHeader, queryCommand, rawExchange } from './raw-exchange.ts'

/** What `query` gives back: every value as the server's text, because no driver parses a value here. */
export type TextRow = Readonly<Record<string, string | null>>

/** The rows of a `LOAD DATA LOCAL`, as packets. */
export interface Infile {
  /** Takes a part of the text for good. False when the socket is full: wait for `drained`. */
  write(text: Buffer): boolean
  drained(): Promise<void>
  /** Says that these were all rows. */
  end(): void
  /** Settles when the server has taken everything in. */
  readonly done: Promise<Outcome>
}

export interface ServerFacts {
  /** Such as `10.11.19-MariaDB` or `8.4.2`. */
  readonly version: string
  readonly isMariaDb: boolean
  readonly threadId: number
}

/** What the server may send in answer to one of our own questions before it is taken for hostile. */
const LONGEST_ANSWER = 256 << 20

/** How many bytes may wait for a slow server before the fast one is held back. */
const LARGEST_BACKLOG = 256 << 10

const KILL_WAIT_MS = 2_000

/** What is done for a session on connections of their own. */
export interface OtherConnections {
  readonly kill: (what: 'QUERY' | 'CONNECTION') => Promise<void>
  /** Whether the server itself says that it is at work for this session. */
  readonly isAtWork: () => Promise<boolean>
}

/** One connection to a MySQL server: statements through the driver, rows past it. */
export class MysqlSession {
  readonly #connection: Connection
  readonly #socket: Socket
  readonly #kill: (what: 'QUERY' | 'CONNECTION') => Promise<void>
  readonly facts: ServerFacts
  readonly #answer: ReturnType<typeof limitAnswer>
  readonly #watch: StallWatch
  #abandoned: Promise<void> | undefined

  constructor(connection: Connection, socket: Socket, facts: ServerFacts, { kill, isAtWork }: OtherConnections) {
    this.#connection = connection
    this.#socket = socket
    this.#kill = kill
    this.facts = facts
    this.#answer = limitAnswer(socket, LONGEST_ANSWER)
    this.#watch = new StallWatch({ socket, isAtWork, stop: () => this.#stopServer() })
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

  /** One statement, its values written into it as constants. */
  query(statement: string, values: readonly (string | number | null)[] = []): Promise<readonly TextRow[]> {
    this.#answer.restart()
    const { promise, resolve, reject } = Promise.withResolvers<readonly TextRow[]>()
    this.#connection.query(
      { sql: statement, values: [...values], typeCast: (field: { string(): string | null }) => field.string() },
      (error, rows) => (error ? reject(error) : resolve(Array.isArray(rows) ? (rows as TextRow[]) : [])),
    )
    return this.#watch.owing(promise)
  }

  /** Runs one statement whose answer is no rows. */
  execute(statement: string | Buffer): Promise<Outcome> {
    return this.#watch.owing(rawExchange(this.#socket, queryCommand(statement), {}))
  }

  /** Reads rows as they come; `onRow` may call `pause` and `resume`. */
  read(statement: string, onRow: (bytes: Buffer, start: number, end: number) => void): Promise<Outcome> {
    return this.#watch.owing(rawExchange(this.#socket, queryCommand(statement), { onRow }))
  }

  /** The same with values in binary form, each as its column's type has it; the columns are all told before the first row. */
  async readBinary(
    statement: string,
    onColumn: (column: ColumnType) => void,
    onRow: (bytes: Buffer, start: number, end: number) => void,
  ): Promise<Outcome> {
    const id = await this.#prepare(statement)
    const handlers = { onColumn: (bytes: Buffer, end: number) => onColumn(columnTypeOf(bytes, end)), onRow }
    try {
      return await this.#watch.owing(rawExchange(this.#socket, executeCommand(id), handlers))
    } finally {
      this.#connection.unprepare(statement)
    }
  }

  /** @returns the number that the server gave to the statement */
  #prepare(statement: string): Promise<number> {
    this.#answer.restart()
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.#connection.prepare(statement, (error, prepared) =>
      // The driver has the number, its types do not.
      error ? reject(error) : resolve((prepared as unknown as { readonly id: number }).id),
    )
    return this.#watch.owing(promise)
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Starts a `LOAD DATA LOCAL`. */
  async loadData(statement: string): Promise<Infile> {
    const socket = this.#socket
    const ready = Promise.withResolvers<number>()
    const onInfile = (sequence: number) => {
      this.#watch.isFeeding = true
      ready.resolve(sequence)
    }
    const loaded = rawExchange(socket, queryCommand(statement), { onInfile }).finally(() => {
      this.#watch.isFeeding = false
    })
    const done = this.#watch.owing(loaded)
    // Whoever waits for `done` gets the error; that nobody may wait yet must not end the process.
    done.catch(() => {})
    let sequence = await Promise.race([ready.promise, done.then(() => 0)])
    let waiting = Promise.withResolvers<void>()
    const proceed = () => {
      waiting.resolve()
      waiting = Promise.withResolvers<void>()
    }
    socket.on('drain', proceed)
    done.finally(() => socket.off('drain', proceed)).catch(() => proceed())
    return {
      done,
      write(payload: Buffer) {
        for (let at = 0; at < payload.length; at += LONGEST_PACKET) {
          const part = payload.subarray(at, at + LONGEST_PACKET)
          // Sent together, or the server wakes up for four bytes.
          socket.cork()
          socket.write(packetHeader(part.length, sequence++))
          socket.write(part, at + part.length === payload.length ? () => releaseMemory(payload) : undefined)
          socket.uncork()
        }
        return socket.writableLength < LARGEST_BACKLOG
      },
      drained: () => waiting.promise,
      end: () => {
        this.#watch.isFeeding = false
        socket.write(packetHeader(0, sequence))
      },
    }
  }

  /** Stops the statement under way; the session and its snapshot stay. */
  async cancel(): Promise<void> {
    this.#socket.resume()
    await this.#kill('QUERY')
  }

  /** Ends politely; for a session with nothing under way. */
  async close(): Promise<void> {
    if (this.isOpen) {
      const ended = Promise.withResolvers<void>()
      this.#connection.end(() => ended.resolve())
      await Promise.race([ended.promise, sleep(KILL_WAIT_MS, undefined, { ref: false })])
    }
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
    await Promise.race([this.#kill('CONNECTION').catch(() => {}), sleep(KILL_WAIT_MS, undefined, { ref: false })])
  }
}
