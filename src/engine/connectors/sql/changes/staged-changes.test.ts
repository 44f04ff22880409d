import { expect, it } from 'vitest'
import { FoldedTable } from '../../../formats/changes/folded-table.ts'
import { RecordedChanges } from '../../../formats/changes/recorded-changes.ts'
import { stagedChanges } from './staged-changes.ts'

it('the changes of a large batch reach the server in small pieces of whole rows', () => {
  const recorded = new RecordedChanges()
  for (let n = 0; n < 50_000; n++) {
    const bytes = Buffer.from(`${n}\tsome text`)
    recorded.insert({ bytes, start: 0, end: bytes.length, unchanged: [] })
  }
  const table = { name: 'public.t', columns: ['id', 'a'], key: [0] }
  const pieces = [...stagedChanges(new FoldedTable({ table, bytes: recorded.bytes }, () => true))]
  expect(pieces.length).toBeGreaterThan(10)
  for (const piece of pieces) {
    expect(piece.length).toBeLessThan(70_000)
    let at = 0
    while (at < piece.length) at += 1 + piece.readInt32BE(at + 1)
    expect(at).toBe(piece.length)
  }
})

it('rows that are merged from several keep what an earlier one had, however large it is', () => {
  const recorded = new RecordedChanges()
  const large = Buffer.from(`1\t${'x'.repeat(5_000)}\t0`)
  recorded.insert({ bytes: large, start: 0, end: large.length, unchanged: [] })
  for (let n = 1; n <= 50; n++) {
    const bytes = Buffer.from(`1\t\\N\t${n}`)
    recorded.update({ bytes, start: 0, end: bytes.length, unchanged: [1] }, undefined)
  }
  const table = { name: 'public.t', columns: ['id', 'a', 'n'], key: [0] }
  const folded = new FoldedTable({ table, bytes: recorded.bytes }, () => true)
  const [row] = folded.current.values()
  expect(folded.bytes.toString('latin1', row?.start, row?.end)).toBe(`1\t${'x'.repeat(5_000)}\t50`)
})
