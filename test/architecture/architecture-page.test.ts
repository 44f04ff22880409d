import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

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
