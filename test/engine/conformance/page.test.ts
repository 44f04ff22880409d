import { expect, it } from 'vitest'

import { CONNECTION_TYPES, type ConnectionType } from '../../../src/core/catalog/connections/connection-types.ts'
import { CONNECTORS } from '../../../src/engine/connectors/registry.ts'
import { MATRIX } from './matrix.ts'

const TYPES = Object.keys(CONNECTORS) as readonly ConnectionType[]

const HEADINGS = { connection: 'Every connection', source: 'As a source', destination: 'As a destination' } as const

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** What each connector promises, and what it does not and why. */
function page(): string {
  const tables = Object.entries(HEADINGS).flatMap(([role, heading]) => {
    const cells = MATRIX.filter((cell) => cell.role === role)
    const types = TYPES.filter((type) => cells.some((cell) => cell.type === type && cell.reason !== roleReason(type)))
    const titles = [...new Set(cells.map(({ title }) => title))]
    const mark = (title: string, type: ConnectionType) =>
      cells.find((cell) => cell.title === title && cell.type === type)?.tried ? '✓' : '–'
    return [
      `## ${heading}`,
      '',
      row(['it …', ...types.map((type) => CONNECTION_TYPES[type].label)]),
      row(['---', ...types.map(() => ':-:')]),
      ...titles.map((title) => row([title, ...types.map((type) => mark(title, type))])),
      '',
    ]
  })
  const reasons = MATRIX.filter(({ type, reason }) => reason !== undefined && reason !== roleReason(type))
  return [
    '# What every connector promises',
    '',
    'Each line is one test that every connector passes against its real server or its stand-in (`test/engine/conformance`). `npm run types` writes',
    'this page; a test fails when it is not what the tests are. A connector that is a source or a destination only has the lines of that one.',
    '',
    ...tables,
    '## Not supported, and why',
    '',
    row(['', 'it …', 'because']),
    row(['---', '---', '---']),
    ...reasons.map(({ type, title, reason = '' }) => row([CONNECTION_TYPES[type].label, title, reason])),
    '',
  ].join('\n')
}

const roleReason = (type: ConnectionType) => `A ${CONNECTION_TYPES[type].capability} only.`

it('the page of promises says what is tried, and why the rest is not', async () => {
  await expect(page()).toMatchFileSnapshot('../../../docs/conformance.md')
})

it('every connector either keeps a promise or says why it does not', () => {
  const perConnector = new Set(TYPES.map((type) => MATRIX.filter((cell) => cell.type === type).length))
  expect(perConnector.size).toBe(1)
  expect(MATRIX.filter(({ tried, reason }) => (tried === undefined) === (reason === undefined))).toEqual([])
})
