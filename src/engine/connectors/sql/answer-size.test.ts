import { afterEach, expect, it } from 'vitest'

import type { ConnectorError } from '../../ports/connector.ts'
import { AnswerSize } from './answer-size.ts'

const open: AnswerSize[] = []
afterEach(() => {
  for (const answer of open.splice(0)) answer.restart()
})

function anAnswer(host = 'db.example') {
  const refusals: ConnectorError[] = []
  const answer = new AnswerSize(host, (error) => refusals.push(error))
  open.push(answer)
  return { answer, refusals, said: () => refusals[0]?.message }
}

it('ends a session by what an answer becomes in memory, with the server and the limit', () => {
  const { answer, said } = anAnswer()
  for (let row = 0; row < 200_000; row++) answer.addRow(1, 11)
  expect(said()).toBeUndefined()
  answer.addRow(1, 11)
  expect(said()).toBe('The server db.example sent more than it was asked for. The limit is 200,000 rows.')
})

it('counts values that are nothing on the wire', () => {
  const { answer, said } = anAnswer()
  answer.addRow()
  for (let field = 0; field <= 4_000; field++) answer.addField(0)
  expect(said()).toContain('4,000 columns')
  const wide = anAnswer()
  for (let row = 0; row < 1_200; row++) wide.answer.addRow(3_500, 0)
  expect(wide.said()).toContain('64 MB')
})

it('adds up all sessions of a process, takes small answers even then, and forgets what is over', () => {
  const others = Array.from({ length: 5 }, () => anAnswer())
  for (const { answer } of others) answer.addRow(1, 60 << 20)
  expect(others.at(-1)?.said()).toContain('256 MB for all connections together')
  const small = anAnswer()
  small.answer.addRow(1, 100)
  expect(small.refusals).toEqual([])
  for (const { answer } of others) answer.restart()
  const next = anAnswer()
  next.answer.addRow(1, 60 << 20)
  expect(next.refusals).toEqual([])
})
