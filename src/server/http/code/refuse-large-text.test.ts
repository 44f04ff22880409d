import { expect, it } from 'vitest'

import { inEnglish } from '../../../core/catalog/sentence.ts'
import { readFiles } from './read-files.ts'
import { whyNotParsed } from './refuse-large-text.ts'

const reason = (text: string) => {
  const why = whyNotParsed(text)
  return why && inEnglish(why)
}

it.each([
  ['quotation marks', '"'.repeat(400_000), 'more than 100 errors'],
  ['brackets', '['.repeat(400_000), 'nested too deeply'],
  ['dashes', '- '.repeat(200_000), 'nested too deeply'],
  ['lines', 'a: 1\n'.repeat(200_000), 'Write several files'],
])('refuses a text of %s before it is parsed', (_, text, why) => {
  const begun = performance.now()
  expect(reason(text)).toContain(why)
  expect(performance.now() - begun).toBeLessThan(3_000)
})

it('takes a flow of two thousand tables, with quoted names and keys', () => {
  const table = '  - { entity: "public.orders", target: \'orders\', key: ["id", "line", "part"] }\n'
  expect(reason(`millrace: 1\nkind: flow\nstreams:\n${table.repeat(2_000)}`)).toBeUndefined()
  expect(reason(`names:\n${'  - "a"\n'.repeat(500)}`)).toBeUndefined()
  expect(reason(`{${'"a": "b", '.repeat(500)}"c": "d"}`)).toBeUndefined()
})

it('tells at most a hundred errors of all files, each with its file', async () => {
  const files = Array.from({ length: 150 }, (_, index) => ({ name: `${index}.yaml`, text: 'kind: nothing' }))
  const { faults } = await readFiles([{ name: 'first.yaml', text: '"'.repeat(400_000) }, ...files])
  expect(faults).toHaveLength(100)
  expect(faults[0]).toMatchObject({ file: 'first.yaml' })
})
