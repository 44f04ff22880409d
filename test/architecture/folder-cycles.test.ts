import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, it } from 'vitest'

import { circles } from './circles.ts'

const SOURCES = join(import.meta.dirname, '../../src')
const VALUE_IMPORT = /^(?:import|export) (?!type )(?:[^;'"]*? from )?'(\.[^']+)'/gm

/** The folder of a file, as many levels below `root` as it is asked for. */
const folderOf = (root: string, file: string, levels: number) =>
  relative(root, dirname(file)).split('/').slice(0, levels).join('/')

/** Which folders import code that runs from which others. */
function importsOf(root: string, levels: number): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => /(?<!\.test|\.stories)\.tsx?$/.test(name))) {
    const path = join(root, file)
    const from = folderOf(root, path, levels)
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(VALUE_IMPORT)) {
      const to = folderOf(root, normalize(join(dirname(path), target)), levels)
      if (to !== from && !to.startsWith('..')) found.set(from, (found.get(from) ?? new Set()).add(to))
    }
  }
  return found
}

it.each([
  ['core', 1, 10],
  ['adapters', 1, 0],
  ['server', 1, 12],
  ['server/store', 1, 3],
  ['server/domain', 1, 8],
  ['server/http', 1, 4],
  ['engine', 1, 6],
  ['engine/connectors', 1, 3],
  ['engine/connectors/mysql', 1, 8],
  ['engine/connectors/postgres', 1, 8],
  ['engine/move', 1, 9],
  ['engine/transform', 1, 4],
  ['engine/formats', 1, 1],
  ['ui', 1, 23],
  ['ui/connections', 1, 3],
  ['ui/flows', 1, 3],
  ['ui/flows/editor', 1, 5],
  ['ui/runs', 1, 7],
])('the folders of %s depend on each other in one direction', (layer, levels, least) => {
  const imports = importsOf(join(SOURCES, layer), levels)
  // One that sees no imports finds no cycles.
  expect(imports.size).toBeGreaterThanOrEqual(least)
  expect(circles(imports)).toEqual([])
})

it('no folder comes back to itself, not even through its parent', () => {
  const imports = importsOf(SOURCES, Number.POSITIVE_INFINITY)
  expect(imports.size).toBeGreaterThan(200)
  expect(circles(imports)).toEqual([])
})

it('finds folders that need each other', () => {
  const imports = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
    ['d', new Set(['a'])],
  ])
  expect(circles(imports)).toEqual([['a', 'b', 'c']])
})
