import { expect, it } from 'vitest'

import { inEnglish } from '../../../core/catalog/sentence.ts'
import { lineOf } from './field-lines.ts'
import { readFilesApart } from './read-files-apart.ts'

const FLOW = `millrace: 1
kind: flow
name: Orders
source: Shop
destination: Warehouse
streams:
  - entity: public.orders
    target: public.orders
    mode: replace
`

const many = Array.from({ length: 12_000 }, (_, index) => `name${index}: 1\n`).join('')

it('reads documents with their lines, as if it had read them here', async () => {
  const { documents, lines, faults } = await readFilesApart([{ name: 'orders.yaml', text: `# A comment\n${FLOW}` }])
  expect(faults).toEqual([])
  expect(documents).toMatchObject([{ file: 'orders.yaml', document: { kind: 'flow', name: 'Orders' } }])
  const [ofFlow = new Map()] = lines
  expect(lineOf(ofFlow, 'name')).toBe(4)
  expect(lineOf(ofFlow, 'streams.0.mode')).toBe(10)
  expect(lineOf(ofFlow, 'streams.0.key.1')).toBe(8)
  expect(lineOf(ofFlow, undefined)).toBe(2)
})

it.each([
  ['time', { memory: 200, milliseconds: 1 }],
  ['memory', { memory: 12, milliseconds: 30_000 }],
])('answers with a fault when files need too much %s, and reads the next ones', async (_, limits) => {
  const { faults } = await readFilesApart([{ name: 'many.yaml', text: many }], limits)
  expect(faults.map(({ file, sentence }) => [file, inEnglish(sentence)])).toEqual([
    ['many.yaml', 'To read these files takes too much time or memory. Apply fewer of them at once.'],
  ])
  expect((await readFilesApart([{ name: 'orders.yaml', text: FLOW }])).documents).toHaveLength(1)
})

it('reads the files of many requests in turn', async () => {
  const read = await Promise.all(
    Array.from({ length: 5 }, (_, n) => readFilesApart([{ name: `${n}.yaml`, text: FLOW }])),
  )
  expect(read.map(({ documents }) => documents[0]?.file)).toEqual(['0.yaml', '1.yaml', '2.yaml', '3.yaml', '4.yaml'])
})
