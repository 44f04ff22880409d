import { expect, it } from 'vitest'

import { AnswerSum } from './answer-sum.ts'

const END = 'ends here'

const sumOf = (...chunks: readonly string[]) => {
  const sum = new AnswerSum()
  for (const chunk of chunks) sum.write(Buffer.from(chunk))
  return sum.text
}

it('is equal for equal answers, wherever they are cut', () => {
  const answer = `one row, another row${END}`
  for (let at = 0; at <= answer.length; at++) expect(sumOf(answer.slice(0, at), answer.slice(at))).toBe(sumOf(answer))
  expect(sumOf(...answer)).toBe(sumOf(answer))
})

it('differs when a value, the order or the number of rows differs, but not when only the end does', () => {
  const sums = ['onetwo', 'twoone', 'onetw0', 'onetwotwo', ''].map((rows) => sumOf(`${rows}${END}`))
  expect(new Set(sums).size).toBe(5)
  expect(sumOf('onetwoends slow')).toBe(sumOf(`onetwo${END}`))
})

it('keeps nothing of a chunk whose memory is freed', () => {
  const chunk = Buffer.from(`one row${END}`)
  const sum = new AnswerSum()
  sum.write(chunk)
  chunk.fill(0)
  sum.write(Buffer.from(END))
  expect(sum.text).toBe(sumOf(`one row${END}`, END))
})
