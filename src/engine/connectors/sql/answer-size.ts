import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'

const MEGABYTE = 1 << 20

/** Of one answer to one of our own questions, none of which asks for the columns of all tables at once in rows. */
const MAX_ROWS = 200_000

/** Source: MySQL has at most 4,096 columns in a table, Postgres 1,600; an answer of ours has far fewer. */
const MAX_FIELDS = 4_000

/** Of the objects that a driver makes of an answer. */
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

  /** @param server as the user knows it. @param refuse ends the session */
  constructor(server: string, refuse: (error: ConnectorError) => void) {
    this.#server = server
    this.#refuse = refuse
  }

  /** For the next question; what the last answer was made into is its caller's now. */
  restart(): void {
    bytesOfAll -= this.#bytes
    this.#bytes = 0
    this.#rows = 0
  }

  /** @param bytes of all values that are known already */
  addRow(fields = 0, bytes = 0): void {
    this.#rows++
    this.#fieldsOfRow = fields
    this.#add(ROW_BYTES + fields * FIELD_BYTES + bytes)
  }

  /** A value of the last row. */
  addField(bytes: number): void {
    this.#fieldsOfRow++
    this.#add(FIELD_BYTES + bytes)
  }

  #add(bytes: number): void {
    this.#bytes += bytes
    bytesOfAll += bytes
    const limit = this.#limitReached()
    if (limit) this.#refuse(tooLong(this.#server, limit))
  }

  #limitReached(): Sentence | undefined {
    if (this.#rows > MAX_ROWS) return sentence`${MAX_ROWS} rows`
    if (this.#fieldsOfRow > MAX_FIELDS) return sentence`${MAX_FIELDS} columns`
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
    retryable: false,
  })
