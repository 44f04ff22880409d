import { once } from 'node:events'
import type { Connection } from 'mysql2'
import { releaseMemory } from '../../../formats/release-memory.ts'
import { type DriverLink, DriverSession } from '../../sql/driver-session.ts'
import { readBinlog } from './binlog-stream.ts'
import { type ColumnType, columnTypeOf } from './column-type.ts'
import {
  executeCommand,
  type Outcome,
  packetHeader,
  queryCommand,
  type RawHandlers,
  rawExchange,
} from './raw-exchange.ts'

/** The result of `query`: every value is the server's text, because no driver parses values here. */
export type TextRow = Readonly<Record<string, string | null>>

export type RowHandlers = Required<Pick<RawHandlers, 'onRow'>> & Pick<RawHandlers, 'onTooLarge' | 'onAnswer'>

/** The rows of a `LOAD DATA LOCAL`, as packets. */
export interface Infile {
  /** Takes ownership of a part of the text. False when the socket is full: wait for `drained`. */
  write(text: Buffer): boolean
  drained(): Promise<void>
  /** Marks the end of the rows. */
  end(): void
  /** Settles when the server has processed all rows. */
  readonly done: Promise<Outcome>
}

export interface ServerFacts {
  /** Such as `10.11.19-MariaDB` or `8.4.2`. */
  readonly version: string
  readonly isMariaDb: boolean
  readonly threadId: number
}

/** MySQL since 8, which keeps a catalogue of its tables, and has common table expressions, windows and checks. */
export const isMysqlSince8 = ({ isMariaDb, version }: ServerFacts): boolean =>
  !isMariaDb && Number.parseInt(version, 10) >= 8

/** Number of bytes that may wait for a slow server before the fast one is paused. */
const LARGEST_BACKLOG = 256 << 10

/** In bytes, of LOAD DATA: one row may come in several. A server takes none that is larger than its `max_allowed_packet`, which few set lower. */
const INFILE_PACKET = 512 << 10

/** Actions for a session that use separate connections. */
export interface OtherConnections {
  readonly kill: (what: 'QUERY' | 'CONNECTION') => Promise<void>
  /** Whether the server itself says that it is working for this session. */
  readonly isAtWork: () => Promise<boolean>
}

/** A driver's connection, its socket, and how large its present answer is. */
export interface MysqlLink extends Pick<DriverLink, 'socket' | 'answerSize'> {
  readonly connection: Connection
}

/** MySQL's JSON says that it is bytes, but it is text. */
const textOf = (field: { readonly type: string; string(encoding?: 'utf8'): string | null }): string | null =>
  field.type === 'JSON' ? field.string('utf8') : field.string()

export class MysqlSession extends DriverSession {
  readonly #connection: Connection
  readonly #kill: OtherConnections['kill']
  readonly facts: ServerFacts

  /** For people, such as `MariaDB 10.11.19`. */
  get serverVersion(): string {
    const [number = ''] = /\d+(\.\d+)+/.exec(this.facts.version.replace(/^5\.5\.5-/, '')) ?? []
    return `${this.facts.isMariaDb ? 'MariaDB' : 'MySQL'} ${number}`
  }

  constructor({ connection, ...link }: MysqlLink, facts: ServerFacts, { kill, isAtWork }: OtherConnections) {
    const { socket } = link
    // Until the server has hung up, it counts the session; the driver says that it has ended before it has said good-bye.
    const end = async () => {
      const closed = once(socket, 'close')
      connection.end()
      socket.resume()
      await closed
    }
    super({ ...link, isAtWork, stop: () => kill('CONNECTION'), end })
    this.#connection = connection
    this.#kill = kill
    this.facts = facts
  }

  /** Runs one statement; its values are written into it as constants. */
  query(statement: string, values: readonly (string | number | null)[] = []): Promise<readonly TextRow[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly TextRow[]>()
    this.#connection.query({ sql: statement, values: [...values], typeCast: textOf }, (error, rows) =>
      error ? reject(error) : resolve(Array.isArray(rows) ? (rows as TextRow[]) : []),
    )
    return this.ask(() => promise)
  }

  /** Runs one statement that returns no rows. */
  execute(statement: string | Buffer): Promise<Outcome> {
    return this.owing(rawExchange(this.socket, queryCommand(statement), {}))
  }

  /** Reads rows as they arrive; its `onRow` may call `pause` and `resume`. */
  read(statement: string, handlers: RowHandlers): Promise<Outcome> {
    return this.owing(rawExchange(this.socket, queryCommand(statement), handlers))
  }

  /** The same with values in binary form, each in the form of its column's type; all columns are described before the first row. */
  async readBinary(statement: string, onColumn: (column: ColumnType) => void, rows: RowHandlers): Promise<Outcome> {
    const id = await this.#prepare(statement)
    const handlers = {
      onColumn: (...definition: Parameters<typeof columnTypeOf>) => onColumn(columnTypeOf(...definition)),
      ...rows,
    }
    try {
      return await this.owing(rawExchange(this.socket, executeCommand(id), handlers))
    } finally {
      this.#connection.unprepare(statement)
    }
  }

  /** Starts to read the binary log, for good: no other statement follows. See `readBinlog`. */
  readLog(command: Buffer, onEvent: (bytes: Buffer, start: number, end: number) => void): Promise<never> {
    return readBinlog(this.socket, command, onEvent)
  }

  /** @returns the number that the server assigned to the statement */
  #prepare(statement: string): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.#connection.prepare(statement, (error, prepared) =>
      // The driver has this number, but its types do not include it.
      error ? reject(error) : resolve((prepared as unknown as { readonly id: number }).id),
    )
    return this.ask(() => promise)
  }

  /** Starts a `LOAD DATA LOCAL`. */
  async loadData(statement: string): Promise<Infile> {
    const { socket } = this
    const { ready, done, drained, end } = await this.feed((onInfile) =>
      rawExchange(socket, queryCommand(statement), { onInfile }),
    )
    let sequence = ready
    return {
      done,
      drained,
      write(payload: Buffer) {
        for (let at = 0; at < payload.length; at += INFILE_PACKET) {
          const part = payload.subarray(at, at + INFILE_PACKET)
          // Sent together, because otherwise the server wakes up for four bytes.
          socket.cork()
          socket.write(packetHeader(part.length, sequence++))
          socket.write(part, at + part.length === payload.length ? () => releaseMemory(payload) : undefined)
          socket.uncork()
        }
        return socket.writableLength < LARGEST_BACKLOG
      },
      end: () => {
        end()
        socket.write(packetHeader(0, sequence))
      },
    }
  }

  /** Stops the current statement; the session and its snapshot stay. */
  async cancel(): Promise<void> {
    this.socket.resume()
    await this.#kill('QUERY')
  }
}
