import { Session } from 'node:inspector/promises'

import { expect, it } from 'vitest'

import { inEnglish } from '../../../core/catalog/sentence.ts'
import { readFiles } from './read-files.ts'
import { lookAtText, MAX_PARTS } from './refuse-large-text.ts'

const reason = (text: string) => {
  const { reason: why } = lookAtText(text, 0)
  return why && inEnglish(why)
}

it.each([
  ['quotation marks', '"'.repeat(400_000), 'more than 100 errors'],
  ['brackets', '['.repeat(400_000), 'nested too deeply'],
  ['dashes', '- '.repeat(200_000), 'nested too deeply'],
  [
    'indented names',
    Array.from({ length: 40 }, (_, level) => `${' '.repeat(level)}a:\n`).join(''),
    'nested too deeply',
  ],
  ['commas', `[${', '.repeat(99_000)}]`, 'more than 100 errors'],
  ['lines', 'a: 1\n'.repeat(200_000), 'Apply fewer of them at once'],
])('refuses a text of %s before it is parsed', (_, text, why) => {
  expect(reason(text)).toContain(why)
})

it.each([
  ['quotation marks', '"'.repeat(400_000)],
  ['brackets', '['.repeat(400_000)],
  ['dashes', '- '.repeat(200_000)],
  ['lines', 'a: 1\n'.repeat(200_000)],
])('looks at no more parts of %s than are needed to refuse them', (_, text) => {
  expect(lookAtText(text, 0).parts).toBeLessThanOrEqual(MAX_PARTS + 1)
  expect(lookAtText(text, MAX_PARTS).parts).toBe(1)
})

it('takes a flow of two thousand tables, with quoted names and keys', () => {
  const table = '  - { entity: "public.orders", target: \'orders\', key: ["id", "line", "part"] }\n'
  expect(reason(`millrace: 1\nkind: flow\nstreams:\n${table.repeat(2_000)}`)).toBeUndefined()
  expect(reason(`names:\n${'  - "a"\n'.repeat(500)}`)).toBeUndefined()
  const sql = Array.from({ length: 60 }, (_, level) => `  ${' '.repeat(level)}select\n`).join('')
  expect(reason(`query: |\n${sql}name: a\n`)).toBeUndefined()
  expect(reason(`{${'"a": "b", '.repeat(500)}"c": "d"}`)).toBeUndefined()
})

it('counts the parts of all files of a request together, and says how many they may have', async () => {
  const file = (name: string) => ({ name, text: `names:\n${'  - a\n'.repeat(15_000)}` })
  const { faults } = await readFiles([file('1.yaml'), file('2.yaml'), file('3.yaml')])
  const tooMany = faults.filter(({ sentence }) => inEnglish(sentence).includes('100,000 parts'))
  expect(tooMany.map(({ file }) => file)).toEqual(['2.yaml'])
})

/** How many functions the parser and ours call to read a map of so many names. */
async function callsFor(names: number): Promise<number> {
  const text = Array.from({ length: names }, (_, index) => `name${index}: 1\n`).join('')
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await readFiles([{ name: 'a.yaml', text }])
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const ofReading = result.filter(({ url }) => /yaml|read-files|refuse-large/.test(url))
    return ofReading.flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
  } finally {
    session.disconnect()
  }
}

it('is read in as many steps for each name of a map, however many it has', async () => {
  const few = await callsFor(1_000)
  expect(few).toBeGreaterThan(1_000)
  // A check of each name against all others made four times as many steps of twice as many names.
  expect(await callsFor(2_000)).toBeLessThan(few * 2.1)
})

it('refuses a name that a map has twice, with its line', async () => {
  const { faults } = await readFiles([{ name: 'a.yaml', text: 'millrace: 1\nkind: flow\nname: a\nname: b\n' }])
  expect(faults).toMatchObject([{ file: 'a.yaml', line: 4 }])
})

it('tells at most a hundred errors of all files, each with its file', async () => {
  const files = Array.from({ length: 150 }, (_, index) => ({ name: `${index}.yaml`, text: 'kind: nothing' }))
  const { faults } = await readFiles([{ name: 'first.yaml', text: '"'.repeat(400_000) }, ...files])
  expect(faults).toHaveLength(100)
  expect(faults[0]).toMatchObject({ file: 'first.yaml' })
})
