import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { CONNECTION_TYPES, type ConnectionType } from '../../../src/core/catalog/connections/connection-types.ts'
import { CONNECTORS } from '../../../src/engine/connectors/registry.ts'
import { MATRIX } from './matrix.ts'
import { OF_MIRRORS } from './mirrors.ts'
import type { CaseName } from './not-supported.ts'
import { PROMISES } from './promises.ts'

const TYPES = Object.keys(CONNECTORS) as readonly ConnectionType[]

const HEADINGS = { connection: 'Every connection', source: 'As a source', destination: 'As a destination' } as const

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const label = (type: ConnectionType) => CONNECTION_TYPES[type].label

/** @param name of a case. @returns whether mirrors keep it */
const markOfMirrors = (name: CaseName) => (typeof OF_MIRRORS[name] === 'object' ? '✓' : '–')

/** One line for each case, one column for each connector that has one of the cases; with one for mirrors, if it is asked for. */
function table(cells: typeof MATRIX, hasMirrors = false): readonly string[] {
  const types = TYPES.filter((type) => cells.some((cell) => cell.type === type && cell.reason !== roleReason(type)))
  const titles = [...new Set(cells.map(({ title }) => title))]
  const mark = (title: string, type: ConnectionType) => {
    const cell = cells.find((found) => found.title === title && found.type === type)
    if (cell?.tried) return '✓'
    return cell?.reason === roleReason(type) ? ' ' : '–'
  }
  return [
    row(['promise', ...types.map(label), ...(hasMirrors ? ['mirrors'] : [])]),
    row(['---', ...types.map(() => ':-:'), ...(hasMirrors ? [':-:'] : [])]),
    ...titles.map((title) => {
      const { name } = cells.find((cell) => cell.title === title) ?? {}
      return row([
        title,
        ...types.map((type) => mark(title, type)),
        ...(hasMirrors && name ? [markOfMirrors(name)] : []),
      ])
    }),
    '',
  ]
}

/** The reasons of these cells, for connectors that could have them. */
const reasonsOf = (cells: typeof MATRIX) =>
  cells.filter(({ type, reason }) => reason !== undefined && reason !== roleReason(type))

/** What each connector promises, and what it does not and why. */
const conformancePage = () =>
  [
    '# What every connector promises',
    '',
    'Each line is one test that every connector passes against its real server or its stand-in (`test/engine/conformance`). `npm run types` writes',
    'this page; a test fails when it is not what the tests are. A connector that is a source or a destination only has the lines of that one.',
    '',
    ...Object.entries(HEADINGS).flatMap(([role, heading]) => [
      `## ${heading}`,
      '',
      ...table(MATRIX.filter((cell) => cell.role === role)),
    ]),
    '## Not supported, and why',
    '',
    row(['', 'promise', 'because']),
    row(['---', '---', '---']),
    ...reasonsOf(MATRIX).map(({ type, title, reason = '' }) => row([label(type), title, reason])),
    '',
  ].join('\n')

const exception = ({ type, title, reason = '' }: (typeof MATRIX)[number]) => `- ${label(type)}, *${title}*. ${reason}`

const exceptionsOfMirrors = (cells: typeof MATRIX): readonly string[] =>
  [...new Map(cells.map(({ name, title }) => [name, title]))].flatMap(([name, title]) => {
    const reason = OF_MIRRORS[name]
    return typeof reason === 'string' ? [`- Mirrors, *${title}*. ${reason}`] : []
  })

/** The promises to whoever signs that the data arrived, with what holds for which connector. */
const promisesPage = () =>
  [
    '# The ten promises',
    '',
    'Each line of a table is one test of the suite that every connector passes ([all lines](conformance.md)). ✓ means kept; – means not kept, for the',
    'reason below. A cell is empty where a line is for sources and the connector is a destination, or the other way round. The column *mirrors* is about what comes by the log',
    'of a source ([mirrors](mirror.md)); each of its ticks is shown by a test of mirrors. `npm run types` writes this page from the tests.',
    '',
    ...PROMISES.flatMap(({ title, text, cases }, at) => {
      const cells = MATRIX.filter(({ name }) => cases.includes(name))
      const reasons = reasonsOf(cells)
      const mirrored = exceptionsOfMirrors(cells)
      return [
        `## ${at + 1}. ${title}`,
        '',
        text,
        '',
        ...table(cells, true),
        ...(reasons.length + mirrored.length > 0
          ? ['Exceptions:', '', ...reasons.map(exception), ...mirrored, '']
          : []),
      ]
    }),
  ].join('\n')

const roleReason = (type: ConnectionType) => `A ${CONNECTION_TYPES[type].capability} only.`

it('the page of promises says what is tried, and why the rest is not', async () => {
  await expect(conformancePage()).toMatchFileSnapshot('../../../docs/conformance.md')
  await expect(promisesPage()).toMatchFileSnapshot('../../../docs/promises.md')
})

it('each of the ten promises is tried by tests', () => {
  const known = new Set(MATRIX.map(({ name }) => name))
  expect(PROMISES).toHaveLength(10)
  expect(PROMISES.filter(({ cases }) => cases.length === 0 || cases.some((name) => !known.has(name)))).toEqual([])
})

it('a tick for mirrors is shown by a test that exists, and every other line has its reason', () => {
  const promised = PROMISES.flatMap(({ cases }) => cases)
  expect(promised.filter((name) => OF_MIRRORS[name] === undefined)).toEqual([])
  for (const shown of Object.values(OF_MIRRORS))
    if (typeof shown === 'object')
      expect(readFileSync(join(import.meta.dirname, '../../..', shown.file), 'utf8')).toContain(`it('${shown.test}'`)
})

it('every connector either keeps a promise or says why it does not', () => {
  const perConnector = new Set(TYPES.map((type) => MATRIX.filter((cell) => cell.type === type).length))
  expect(perConnector.size).toBe(1)
  expect(MATRIX.filter(({ tried, reason }) => (tried === undefined) === (reason === undefined))).toEqual([])
})
