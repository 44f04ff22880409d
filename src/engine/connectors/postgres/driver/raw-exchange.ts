import type { Socket } from 'node:net'

import { borrowSocket } from '../../sql/borrow-socket.ts'
import { malformedAnswer } from './malformed-answer.ts'
import { type FrameHandlers, FrameReader } from './message-reader.ts'

/** A server error with the shape of a driver error, so that one table explains both. */
export class ServerError extends Error {
  readonly code: string
  readonly detail: string | undefined
  readonly where: string | undefined
  readonly schema: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly routine: string | undefined

  constructor(fields: ReadonlyMap<string, string>) {
    super(fields.get('M') ?? 'the server reported an error')
    this.code = fields.get('C') ?? ''
    this.detail = fields.get('D')
    this.where = fields.get('W')
    this.schema = fields.get('s')
    this.table = fields.get('t')
    this.column = fields.get('c')
    this.routine = fields.get('R')
  }
}

/** Notices and changed settings of one exchange, beside one for each byte of rows: a trigger may warn of every row. */
const MAX_NOTICES = 10_000

export interface RawHandlers {
  readonly onCopyData?: (frames: Buffer, started: number) => void
  /** See `FrameHandlers`. */
  readonly onTooLarge?: FrameHandlers['onTooLarge']
  /** The server waits for rows. */
  readonly onCopyIn?: () => void
}

/**
 * Sends one message over the driver's socket and reads the answer itself.
 * @returns the rows of the server's command tag, such as 3 for `COPY 3`. Rejects with ServerError, or when the socket closes.
 */
export function rawExchange(socket: Socket, message: Buffer, handlers: RawHandlers): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let rows: number | undefined
  let failure: ServerError | undefined
  let isOver = false
  let notices = 0
  let received = 0
  const before = socket.bytesWritten

  const reader = new FrameReader({
    onTooLarge: handlers.onTooLarge,
    onCopyData: (frames, started) => {
      if (isOver) throw malformedAnswer()
      received += frames.length
      handlers.onCopyData?.(frames, started)
    },
    onMessage: (type, body) => {
      // Notices and changed settings come at any time; anything else would answer the next question before it is put.
      if (isOver && type === 'E') throw errorOf(body)
      if (isOver && !'NSA'.includes(type)) throw malformedAnswer()
      if ('NSA'.includes(type) && ++notices > MAX_NOTICES + received + socket.bytesWritten - before)
        throw malformedAnswer()
      if (type === 'E') failure = errorOf(body)
      else if (type === 'C') rows = Number(/(\d+)\0$/.exec(body.toString('latin1'))?.[1] ?? 0)
      else if (type === 'G') handlers.onCopyIn?.()
      // The answer of a function call has no command tag.
      else if (type === 'V') rows = 0
      else if (type === 'Z') isOver = true
      else if (!'HcNSA'.includes(type)) throw malformedAnswer()
    },
  })

  const read = (chunk: Buffer) => {
    reader.read(chunk)
    if (!isOver) return
    // A server that is ready without having said how the command ended has not answered.
    if (!reader.isBetweenMessages || (!failure && rows === undefined)) throw malformedAnswer()
    release()
    if (failure) reject(failure)
    else resolve(rows ?? 0)
  }
  const release = borrowSocket(socket, read, reject)
  if (!socket.destroyed) socket.write(message)
  return promise
}

export function queryMessage(statement: string): Buffer {
  const text = Buffer.from(`${statement}\0`)
  const header = Buffer.alloc(5)
  header.write('Q')
  header.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([header, text])
}

export const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4])

/** @param body of an ErrorResponse */
export const errorOf = (body: Buffer): ServerError => new ServerError(errorFields(body))

/** Fields of an ErrorResponse: each is a letter and a text, ended by NUL. */
function errorFields(body: Buffer): Map<string, string> {
  const fields = body
    .toString('utf8')
    .split('\0')
    .filter((field) => field !== '')
  return new Map(fields.map((field) => [field.charAt(0), field.slice(1)]))
}
