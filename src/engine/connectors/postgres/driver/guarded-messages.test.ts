import { Socket } from 'node:net'

import fc from 'fast-check'
import pg from 'pg'
import { expect, it } from 'vitest'

import { ConnectorError } from '../../../ports/connector.ts'
import { AnswerSize } from '../../sql/answer-size.ts'
import { internalsOf } from './client-internals.ts'
import { guarded } from './guarded-messages.ts'

const message = (type: string, ...parts: (Uint8Array | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const header = Buffer.alloc(5)
  header.write(type)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}
const int16 = (value: number) => Buffer.of((value >> 8) & 0xff, value & 0xff)
const int32 = (value: number) => Buffer.from([24, 16, 8, 0].map((bits) => (value >> bits) & 0xff))
const value = (text: string | null) =>
  text === null ? int32(-1) : Buffer.concat([int32(text.length), Buffer.from(text)])
const row = (...values: (string | null)[]) => message('D', int16(values.length), ...values.map(value))
const columns = (...names: string[]) =>
  message('T', int16(names.length), ...names.flatMap((name) => [`${name}\0`, Buffer.alloc(18)]))

const ANSWER = Buffer.concat([
  columns('id', 'name'),
  ...[row('1', 'Ada Lovelace'), row('2', null), row('300', '')],
  ...[
    message('C', 'SELECT 3\0'),
    message('S', 'TimeZone\0UTC\0'),
    message('N', 'SNOTICE\0Mhello\0\0'),
    message('Z', 'I'),
  ],
])

/** What the driver reads of an answer that comes in these pieces, and what became of the socket. */
function read(pieces: readonly Buffer[]) {
  const socket = new Socket().on('error', () => {})
  const answerSize = new AnswerSize('db.example', socket)
  const { connection } = internalsOf(new pg.Client({ stream: () => socket }))
  let listener = (_: Buffer) => {}
  const on = ((event: string, given: (bytes: Buffer) => void) => {
    if (event === 'data') listener = guarded(socket, given, answerSize)
    return socket
  }) as Socket['on']
  connection.attachListeners({ on })
  const rows: { readonly fields: readonly (string | null)[]; readonly length: number; readonly described: number }[] =
    []
  let described = 0
  connection.on('rowDescription', ({ fields }) => {
    described = fields.length
  })
  connection.on('dataRow', (found) => rows.push({ ...found, described }))
  for (const piece of pieces) if (!socket.destroyed) listener(piece)
  answerSize.restart()
  return { rows, error: socket.errored, isOpen: !socket.destroyed }
}

it('an answer of Postgres comes through as it is, however it is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(ANSWER.length), { maxLength: 20 }), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), ANSWER.length]
      // The driver writes into the pieces.
      const pieces = places.slice(1).map((place, index) => Buffer.from(ANSWER.subarray(places[index], place)))
      const { rows, error } = read(pieces)
      expect(error).toBeNull()
      expect(rows.map(({ fields }) => fields)).toEqual([
        ['1', 'Ada Lovelace'],
        ['2', null],
        ['300', ''],
      ])
    }),
    { numRuns: 300 },
  )
})

const ONE = columns('a')
const NEXT = Buffer.concat([row('of the next row'), message('C', 'SELECT 2\0'), message('Z', 'I')])

it.each([
  ['a value that goes on behind its row', [ONE, message('D', int16(1), int32(9), 'short'), NEXT]],
  ['a value that goes on behind everything', [ONE, message('D', int16(1), int32(0x7fffffff), 'x'), NEXT]],
  ['a value of minus two bytes', [ONE, message('D', int16(1), int32(-2), 'x'), NEXT]],
  ['a row without the length of its value', [ONE, message('D', int16(1), 'x'), NEXT]],
  ['a row with more bytes than its values have', [ONE, message('D', int16(1), value('a'), 'b'), NEXT]],
  ['a row with fewer values than columns', [columns('a', 'b'), row('1'), NEXT]],
  ['a row with more values than columns', [ONE, row('1', '2'), NEXT]],
  ['a row of minus one values', [ONE, message('D', int16(-1)), NEXT]],
  ['a row of nothing', [ONE, message('D'), NEXT]],
  ['a row before its columns are known', [row('1'), ONE, NEXT]],
  ['a row of the answer before', [ONE, message('C', 'SELECT 0\0'), row('1'), NEXT]],
  ['columns that go on behind their description', [message('T', int16(2), 'a\0', Buffer.alloc(18)), NEXT]],
  ['a column without the end of its name', [message('T', int16(1), 'a'.repeat(30)), NEXT]],
  ['a message of three bytes', [ONE, Buffer.of(0x44, 0, 0, 0, 3), NEXT]],
  ['a message of minus one bytes', [ONE, Buffer.of(0x44, 255, 255, 255, 255), NEXT]],
  ['a number of rows without an end', [ONE, message('C', 'SELECT 1'), NEXT]],
  ['a setting without a value', [message('S', 'TimeZone\0'), ONE, NEXT]],
  ['an error without an end', [message('E', 'SERROR'), NEXT]],
  ['a state of two bytes', [ONE, message('Z', 'II'), NEXT]],
])('%s ends the session before the driver has read it', (_, messages) => {
  for (const pieces of [[Buffer.concat(messages)], messages.map((piece) => Buffer.from(piece))]) {
    const { rows, error, isOpen } = read(pieces)
    expect(isOpen).toBe(false)
    expect(error).toBeInstanceOf(ConnectorError)
    expect(error).toMatchObject({ problem: { code: 'NOT_POSTGRES' } })
    expect(rows).toEqual([])
  }
})

it('of an answer with any wrong bytes, the driver reads only rows that end where they should and have a value for each column', () => {
  const changes = fc.array(fc.tuple(fc.nat(ANSWER.length - 1), fc.integer({ min: 0, max: 127 })), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(changes, (changed) => {
      const bytes = Buffer.from(ANSWER)
      for (const [at, byte] of changed) bytes[at] = byte
      const { rows, error } = read([bytes])
      if (error) expect(error).toMatchObject({ problem: { code: 'NOT_POSTGRES' } })
      for (const { fields, length, described } of rows) {
        expect(fields).toHaveLength(described)
        expect(fields.reduce((sum, field) => sum + 4 + (field?.length ?? 0), 4 + 2)).toBe(length)
      }
    }),
    { numRuns: 1_000 },
  )
})
