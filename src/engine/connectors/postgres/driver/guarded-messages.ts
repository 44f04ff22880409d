import type { Socket } from 'node:net'

import type { AnswerSize } from '../../sql/answer-size.ts'
import { malformedAnswer } from './malformed-answer.ts'

const HEADER = 5

/** Source: PostgreSQL, "Message Formats". */
const [NOTIFICATION, COMPLETE, ROW, ERROR, EMPTY, KEY, NOTICE, SIGN_IN, STATUS, DESCRIPTION, READY] =
  Buffer.from('ACDEIKNRSTZ')

/** How often a server may ask for a proof; an exchange of SCRAM takes four of these messages, and each may cost a hash of 100,000 rounds. */
const MAX_SIGN_INS = 8

/** After the name of a column: its table, its place there, its type, size, modifier and format. */
const COLUMN_BYTES = 18

/**
 * Takes the driver's listener, which believes every length that a message names: it would read the bytes of the next message as values, or look for the
 * end of a text for ever. Where a message does not end where it says, the session ends with one error of ours, before the driver has read it. So it does
 * where a server says more than it was asked for, or so much that the driver would fill the memory with it.
 */
export function guarded(
  socket: Socket,
  listener: (bytes: Buffer) => void,
  answerSize: AnswerSize,
): (bytes: Buffer) => void {
  const messages = new CheckedMessages(answerSize)
  return (bytes) => {
    try {
      if (answerSize.isRefused) return
      if (!messages.areGood(bytes)) socket.destroy(malformedAnswer())
      else if (!answerSize.isRefused) listener(bytes)
    } catch (error) {
      socket.destroy(malformedAnswer(error))
    }
  }
}

class CheckedMessages {
  readonly #answerSize: AnswerSize
  #header = Buffer.alloc(0)
  #type = 0
  /** Bytes of the body that are still to come. */
  #left = 0
  /** What has arrived of a body. */
  #begun: Buffer[] = []
  /** Of the rows of the present answer. */
  #columns: number | undefined
  #signIns = 0
  /** Whether the server has said how the present question ended. */
  #hasAnswered = false

  constructor(answerSize: AnswerSize) {
    this.#answerSize = answerSize
  }

  areGood(bytes: Buffer): boolean {
    /** Nobody can have asked anything between the end of an answer and what follows in the same piece. */
    let isOver = false
    for (let at = 0; at < bytes.length && !this.#answerSize.isRefused; ) {
      if (this.#left === 0) {
        const wanted = bytes.subarray(at, at + HEADER - this.#header.length)
        this.#header = Buffer.concat([this.#header, wanted])
        at += wanted.length
        if (this.#header.length < HEADER) return true
        this.#type = this.#header[0] ?? 0
        this.#left = this.#header.readInt32BE(1) - 4
        if (this.#left < 0) return false
        this.#header = Buffer.alloc(0)
      }
      const part = bytes.subarray(at, at + this.#left)
      at += part.length
      this.#left -= part.length
      if (this.#left > 0) {
        // A copy, because the driver moves bytes within the memory of earlier pieces.
        this.#begun.push(Buffer.from(part))
        return true
      }
      const body = this.#begun.length === 0 ? part : Buffer.concat([...this.#begun, part])
      this.#begun = []
      this.#answerSize.endPart()
      if (isOver && !this.#isUnasked) return false
      if (!this.#isGood(body)) return false
      if (this.#type === READY) {
        if (!this.#hasAnswered) return false
        this.#hasAnswered = false
        isOver = true
      }
    }
    return true
  }

  /** Notices and changed settings come at any time, and so does the error with which a server ends a session. */
  get #isUnasked(): boolean {
    return [NOTICE, STATUS, NOTIFICATION, ERROR].includes(this.#type)
  }

  #isGood(body: Buffer): boolean {
    if (this.#type === ROW) {
      this.#answerSize.addRow(this.#columns ?? 0, body.length)
      return isRowOf(body, this.#columns)
    }
    if (this.#type !== DESCRIPTION) this.#answerSize.addMessage()
    if ([COMPLETE, ERROR, EMPTY, SIGN_IN].includes(this.#type)) this.#hasAnswered = true
    switch (this.#type) {
      case ERROR:
      case NOTICE:
        return areFields(body)
      case DESCRIPTION:
        this.#columns = columnsIn(body)
        this.#answerSize.addMessage(this.#columns ?? 0)
        return this.#columns !== undefined
      case COMPLETE:
        this.#columns = undefined
        return areTexts(body, 1)
      case STATUS:
        return areTexts(body, 2)
      case READY:
        return body.length === 1
      case SIGN_IN:
        return body.length >= 4 && ++this.#signIns <= MAX_SIGN_INS
      case KEY:
        return body.length >= 8
      default:
        return true
    }
  }
}

/** Fields of an error: a letter and a text each, and a zero. */
function areFields(body: Buffer): boolean {
  let at = 0
  while (at < body.length && body[at] !== 0) {
    const end = body.indexOf(0, at + 1)
    if (end < 0) return false
    at = end + 1
  }
  return at < body.length
}

/** As many texts with a zero behind each, and nothing else. */
function areTexts(body: Buffer, count: number): boolean {
  let at = 0
  for (let text = 0; text < count; text++) {
    const end = body.indexOf(0, at)
    if (end < 0) return false
    at = end + 1
  }
  return at === body.length
}

/** @returns the number of described columns; nothing if the description does not end where it should */
function columnsIn(body: Buffer): number | undefined {
  const count = body.length < 2 ? -1 : body.readInt16BE(0)
  let at = 2
  for (let column = 0; column < count; column++) {
    const end = body.indexOf(0, at)
    if (end < 0) return undefined
    at = end + 1 + COLUMN_BYTES
  }
  return count >= 0 && at === body.length ? count : undefined
}

/** As many values as there are columns, each within the row; -1 stands for NULL. */
function isRowOf(body: Buffer, columns: number | undefined): boolean {
  if (body.length < 2 || body.readInt16BE(0) !== columns) return false
  let at = 2
  for (let column = 0; column < columns; column++) {
    if (at + 4 > body.length) return false
    const length = body.readInt32BE(at)
    if (length < -1) return false
    at += 4 + Math.max(length, 0)
  }
  return at === body.length
}
