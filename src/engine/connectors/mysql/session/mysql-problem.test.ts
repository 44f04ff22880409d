import { expect, it } from 'vitest'
import { inEnglish } from '../../../../core/catalog/sentence.ts'
import { mysqlProblem } from './mysql-problem.ts'

const thrown = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (error) {
    return error
  }
}

it.each([
  ['a length beyond the packet', thrown(() => Buffer.alloc(2).readUInt32LE(0))],
  ['a length below zero', thrown(() => Buffer.alloc(2).readUIntLE(-1, 3))],
  ['an offset that is none', thrown(() => Buffer.alloc(8).readUInt8(Number.NaN))],
  ['a packet out of turn', Object.assign(new Error('x'), { code: 'PROTOCOL_PACKETS_OUT_OF_ORDER' })],
  ['a packet that the driver does not know', new Error('Unexpected packet while no commands in the queue')],
])('bytes that are no answer (%s) are told in words for people', (_, error) => {
  const { code, message } = mysqlProblem(error, 'source')
  expect([code, inEnglish(message)]).toEqual(['NOT_MYSQL', 'The server sent bytes that are no answer of MySQL.'])
})
