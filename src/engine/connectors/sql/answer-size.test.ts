import { once } from 'node:events'
import { Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'

import type { ConnectorError } from '../../ports/connector.ts'
import { AnswerSize } from './answer-size.ts'

const open: Socket[] = []
const closeAll = async () => {
  await Promise.all(open.splice(0).map((socket) => once(socket.destroy(), 'close')))
}
afterEach(closeAll)

function anAnswer(host = 'db.example') {
  const refusals: ConnectorError[] = []
  const socket = new Socket()
  const answer = new AnswerSize(host, socket, (error) => refusals.push(error))
  open.push(socket)
  return { answer, refusals, said: () => refusals[0]?.message }
}

it('ends a session by what an answer becomes in memory, with the server and the limit', () => {
  const { answer, said } = anAnswer()
  for (let row = 0; row < 200_000; row++) answer.addRow(1, 11)
  expect(said()).toBeUndefined()
  answer.addRow(1, 11)
  expect(said()).toBe('The server db.example sent more than it was asked for. The limit is 200,000 rows.')
})

it('counts values that are nothing on the wire, descriptions, and whatever else a driver makes an object of', () => {
  const { answer, said } = anAnswer()
  answer.addRow(4_001, 4_001)
  expect(said()).toContain('4,000 columns')
  const wide = anAnswer()
  for (let row = 0; row < 1_200; row++) wide.answer.addRow(3_500, 0)
  expect(wide.said()).toContain('64 MB')
  wide.answer.restart()
  const described = anAnswer()
  for (let answers = 0; answers < 50; answers++) described.answer.addMessage(3_000)
  expect(described.said()).toContain('64 MB')
  const oneByOne = anAnswer()
  oneByOne.answer.addMessage()
  for (let column = 0; column <= 4_000; column++) oneByOne.answer.addColumn()
  expect(oneByOne.said()).toContain('messages')
})

it('takes 10,000 messages beside the rows of an answer, and fewer at the sign-in', () => {
  const { answer, said } = anAnswer()
  answer.restart()
  for (let message = 0; message < 10_000; message++) answer.addMessage()
  expect(said()).toBeUndefined()
  answer.addMessage()
  expect(said()).toContain('10,000 messages')
  const greeting = anAnswer()
  for (let message = 0; message <= 2_000; message++) greeting.answer.addMessage()
  expect(greeting.said()).toContain('2,000 messages')
})

it('counts a message from its first byte on, and once', () => {
  const { answer, refusals, said } = anAnswer()
  for (let row = 0; row < 10; row++) {
    answer.addPart(30 << 20)
    answer.endPart()
    answer.addRow(1, 10)
  }
  expect(refusals).toEqual([])
  for (let part = 0; part < 65; part++) answer.addPart(1 << 20)
  expect(said()).toContain('64 MB')
  expect(refusals).toHaveLength(1)
})

it('adds up all sessions of a process, takes small answers even then, and forgets what is over or closed', async () => {
  const others = Array.from({ length: 5 }, () => anAnswer())
  for (const { answer } of others) answer.addRow(1, 60 << 20)
  expect(others.at(-1)?.said()).toContain('256 MB for all connections together')
  const small = anAnswer()
  small.answer.addRow(1, 100)
  expect(small.refusals).toEqual([])
  for (const { answer } of others.slice(1)) answer.restart()
  await closeAll()
  const next = anAnswer()
  const further = Array.from({ length: 3 }, () => anAnswer())
  for (const { answer } of [next, ...further]) answer.addRow(1, 60 << 20)
  expect([next, ...further].flatMap(({ refusals }) => refusals)).toEqual([])
})
