import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { VARIABLES } from '../../src/server/main/variables.ts'

const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')

/** The rows of the table, one for each variable that a row names. */
const rows = page
  .slice(page.indexOf('## Variables'), page.indexOf('**Egress.**'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const [, names = '', usual = '', meaning = ''] = line.split(' | ').length === 3 ? cells(line) : []
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, usual, meaning }))
  })

function cells(line: string): string[] {
  return line.split('|').map((cell) => cell.trim())
}

it('lists every variable that Millrace reads, and no other', () => {
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(VARIABLES.keys()))
  expect(rows).toHaveLength(VARIABLES.size)
})

it.each(rows)('describes $name as "millrace config" does', ({ name, usual, meaning }) => {
  const variable = VARIABLES.get(name)
  expect(usual).toBe(variable?.default)
  expect(meaning.startsWith(variable?.meaning ?? '?'), meaning).toBe(true)
  expect(/; secret(;|\.|$)/.test(meaning)).toBe(variable?.secret === true)
})
