import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

import { OPERATIONS } from '../../src/contract/requests/operations.ts'
import { isTaskCall } from '../../src/server/http/task-call.ts'

const SOURCES = join(import.meta.dirname, '../../src')

const IMPORT = /^(?:import|export)(?! type)[^'";]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/** What reaches other systems, or reads what people wrote in a language of its own. */
const FORBIDDEN = [
  'engine/connectors/registry.ts',
  'engine/step-process/step-process.ts',
  'server/http/code/read-files.ts',
]

/** The modules that a file loads, each with the one that loads it first. */
function loadedBy(files: readonly string[]): ReadonlyMap<string, string | undefined> {
  const by = new Map<string, string | undefined>(files.map((file) => [file, undefined]))
  for (const [file] of by) {
    const text = readFileSync(join(SOURCES, file), 'utf8')
    for (const [, from, bare, late] of text.matchAll(IMPORT)) {
      const path = from ?? bare ?? late ?? ''
      const loaded = path.startsWith('.') ? relative(SOURCES, join(SOURCES, dirname(file), path)) : path
      if (!by.has(loaded) && loaded.endsWith('.ts')) by.set(loaded, file)
    }
  }
  return by
}

const here = globSync('server/http/handlers/*.ts', { cwd: SOURCES })

it('no call that is done in the process of the API can reach another system, or read files of people', () => {
  const by = loadedBy(here)
  const chainTo = (file: string): readonly string[] => {
    const from = by.get(file)
    return from === undefined ? [file] : [...chainTo(from), file]
  }
  expect(FORBIDDEN.filter((file) => by.has(file)).map(chainTo)).toEqual([])
})

it('finds what a call of tasks loads', () => {
  const by = loadedBy(globSync('server/http/task-handlers/*.ts', { cwd: SOURCES }))
  expect(FORBIDDEN.filter((file) => by.has(file))).toEqual(expect.arrayContaining([FORBIDDEN[0], FORBIDDEN[2]]))
})

it('no call of tasks changes what is compared by its ETag, because only the API can compare it in the transaction', () => {
  expect(OPERATIONS.filter(({ name, readBy }) => isTaskCall(name) && readBy)).toEqual([])
})
