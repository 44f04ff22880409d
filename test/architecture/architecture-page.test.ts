import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { ENGINE_FLOORS, type Floors, LAYERS, SERVER_FLOORS, SERVER_TYPES, UI_FLOORS } from './layers.ts'

const PAGE = readFileSync('docs/architecture.md', 'utf8')

/** The names in the first column of the table that follows the heading. */
const named = (heading: string): string[] =>
  PAGE.split(`\n## ${heading}\n`)[1]
    ?.split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`(?:src\/)?([\w-]+)\/?`/g)].map(([, name = '']) => name),
    )
    .sort((one, other) => one.localeCompare(other)) ?? []

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort((one, other) => one.localeCompare(other))

it.each([
  ['Which layer may import which', 'src'],
  ['The client', 'src/ui'],
  ['The server', 'src/server'],
  ['The engine', 'src/engine'],
])('the page of the architecture names each folder once, under "%s"', (heading, path) => {
  expect(named(heading)).toEqual(folders(path))
})

const inCode = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ') || '–'

/** A row whose third column has what its folder may import. */
function rowOf(row: string, floors: Floors, types: Floors): string {
  const cells = row.split('|')
  const [, folder = ''] = /`(?:src\/)?([\w-]+)\/?`/.exec(cells[1] ?? '') ?? []
  const below = floors[folder]
  const ofTypes = types[folder] ? `; types of ${inCode(types[folder])}` : ''
  return [...cells.slice(0, 3), below ? ` ${inCode(below)}${ofTypes} ` : ' every folder ', ...cells.slice(4)].join('|')
}

it('the page says what each folder may import, as the boundaries hold it', async () => {
  const tables = [
    { heading: 'Which layer may import which', floors: LAYERS, types: {} },
    { heading: 'The client', floors: UI_FLOORS, types: {} },
    { heading: 'The server', floors: SERVER_FLOORS, types: SERVER_TYPES },
    { heading: 'The engine', floors: ENGINE_FLOORS, types: {} },
  ]
  const page = PAGE.split(/(?=^## )/m).map((part) => {
    const table = tables.find(({ heading }) => part.startsWith(`## ${heading}\n`))
    return table ? part.replaceAll(/^\| `.*$/gm, (row) => rowOf(row, table.floors, table.types)) : part
  })

  await expect(page.join('')).toMatchFileSnapshot('../../docs/architecture.md')
})

/** Of what is drawn on the page, the first column after the name; the paths of a row start at `src`, in the engine or at its connectors. */
const drawn = PAGE.split('```')
  .filter((_, at) => at % 2 === 1)
  .flatMap((drawing) => [...drawing.matchAll(/ ((?:[\w-]+\/)+(?:[\w*-]+\.ts)?)(?= |$)/gm)].map(([, path = '']) => path))

it.each(drawn)('the page draws %s, which exists', (path) => {
  const places = ['', 'src/engine', 'src/engine/connectors'].map((folder) => join(folder, path))
  expect(places.some((place) => existsSync(place) || globSync(place).length > 0)).toBe(true)
})
