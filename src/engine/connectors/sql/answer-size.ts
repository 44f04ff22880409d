import type { Socket } from 'node:net'

import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'

const MEGABYTE = 1 << 20

/** Of one answer to one of our own questions, none of which asks for the columns of all tables at once in rows. */
const MAX_ROWS = 200_000

/** Source: MySQL has at most 4,096 columns in a table, Postgres 1,600; an answer of ours has far fewer. */
const MAX_FIELDS = 4_000

/** Of everything else that a server says in one answer: results of statements, notices, changed settings. At the sign-in there are about 200. */
const MAX_MESSAGES = 10_000
const MAX_SIGN_IN_MESSAGES = 2_000

/** Of the objects that a driver makes of an answer, and of the message that is on its way. */
const MAX_BYTES = 64 * MEGABYTE

/** Of the answers of all sessions of this process at a time; small ones are taken even then. */
const MAX_TOTAL_BYTES = 256 * MEGABYTE
const SMALL_BYTES = 8 * MEGABYTE

/**
 * What an object costs beside its text, in bytes of the heap after a collection, measured with V8 13.6: a row of one NULL has 68 and one of one short
 * text 92; a further NULL has 7 in a narrow row and 62 in one of a hundred fields, a further short text 31 and 86 with its own bytes.
 */
const ROW_BYTES = 72
const FIELD_BYTES = 64

/** The same for the description of a column, and for what is neither: the drivers make an object with a dozen members of each. */
const COLUMN_BYTES = 512
const MESSAGE_BYTES = 512

let bytesOfAll = 0

/**
 * How large an answer has become that a driver collects in memory. It is counted while rows arrive, because a few bytes on the wire become many in
 * memory, and the sender may never stop.
 */
export class AnswerSize {
  readonly #refuse: (error: ConnectorError) => void
  readonly #server: string
  #rows = 0
  #fieldsOfRow = 0
  #bytes = 0
  #messages = 0
  #maxMessages = MAX_SIGN_IN_MESSAGES
  /** Of the message that is on its way. */
  #partBytes = 0
  #isRefused = false

  /** @param server as the user knows it. @param socket whose end ends the count. @param refuse ends the session */
  constructor(server: string, socket: Socket, refuse = (error: ConnectorError): void => void socket.destroy(error)) {
    this.#server = server
    this.#refuse = refuse
    // Also of a session that ends before it has asked anything.
    socket.once('close', () => this.restart())
  }

  /** Whether the session has ended because of it. */
  get isRefused(): boolean {
    return this.#isRefused
  }

  /** For the next question; what the last answer was made into is its caller's now. */
  restart(): void {
    this.#maxMessages = MAX_MESSAGES
    bytesOfAll -= this.#bytes
    this.#bytes = 0
    this.#partBytes = 0
    this.#rows = 0
    this.#messages = 0
  }

  /** Bytes of a message whose end has not arrived. */
  addPart(bytes: number): void {
    this.#partBytes += bytes
    this.#add(bytes)
  }

  /** The message has arrived, and counts as what is made of it. */
  endPart(): void {
    bytesOfAll -= this.#partBytes
    this.#bytes -= this.#partBytes
    this.#partBytes = 0
  }

  /** A message that is not a row. @param columns that it describes */
  addMessage(columns = 0): void {
    this.#messages++
    this.#fieldsOfRow = columns
    this.#add(MESSAGE_BYTES + columns * COLUMN_BYTES)
  }

  /** @param bytes of all its values */
  addRow(fields: number, bytes: number): void {
    this.#rows++
    this.#fieldsOfRow = fields
    this.#add(ROW_BYTES + fields * FIELD_BYTES + bytes)
  }

  /** A message that describes one column; their number is that of this answer. */
  addColumn(): void {
    this.#messages++
    this.#fieldsOfRow++
    this.#add(COLUMN_BYTES)
  }

  #add(bytes: number): void {
    this.#bytes += bytes
    bytesOfAll += bytes
    if (this.#isRefused) return
    const limit = this.#limitReached()
    if (!limit) return
    this.#isRefused = true
    this.#refuse(tooLong(this.#server, limit))
  }

  #limitReached(): Sentence | undefined {
    if (this.#rows > MAX_ROWS) return sentence`${MAX_ROWS} rows`
    if (this.#fieldsOfRow > MAX_FIELDS) return sentence`${MAX_FIELDS} columns`
    if (this.#messages > this.#maxMessages) return sentence`${this.#maxMessages} messages`
    if (this.#bytes > MAX_BYTES) return sentence`${MAX_BYTES / MEGABYTE} MB`
    if (bytesOfAll > MAX_TOTAL_BYTES && this.#bytes > SMALL_BYTES)
      return sentence`${MAX_TOTAL_BYTES / MEGABYTE} MB for all connections together`
    return undefined
  }
}

const tooLong = (server: string, limit: Sentence) =>
  new ConnectorError({
    code: 'ANSWER_TOO_LONG',
    message: sentence`The server ${server} sent more than it was asked for. The limit is ${limit}.`,
    hint: sentence`Check that the host and the port are those of your database, and that nothing answers in its place.`,
    field: 'host',
  })
