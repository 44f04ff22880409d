import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { countedFunctions } from './complexity.ts'

const SOURCES = join(import.meta.dirname, '../../src')
const MAX_COMPLEXITY = 15

/** Functions that are clearest, or fast enough, only as they are. */
const AS_THEY_ARE = [
  // Reads every decimal of a Parquet file, byte by byte: what it has found so far would have to be handed from function to function.
  'engine/formats/parquet/decimal-type.ts wholeField',
]

const functions = globSync('**/*.{ts,tsx,mjs}', { cwd: SOURCES })
  // A stand-in is a list of what a vendor refuses.
  .filter((file) => !/\.(test|stories)\.tsx?$|\.d\.ts$|^stand-ins\//.test(file))
  .flatMap((file) =>
    countedFunctions(file, readFileSync(join(SOURCES, file), 'utf8')).map((counted) => ({ file, ...counted })),
  )

it('no function has more than 15 ways through it', () => {
  // One that sees no functions finds no fault.
  expect(functions.length).toBeGreaterThan(5_000)
  const found = functions
    .filter(({ complexity }) => complexity > MAX_COMPLEXITY)
    .map(({ file, name }) => `${file} ${name}`)
  expect(found).toEqual(AS_THEY_ARE)
})

it.each([
  ['a branch', 'function f(a) { if (a) return 1; return 2 }', 2],
  ['a loop', 'function f(a) { for (const b of a) b() }', 2],
  ['a case, but no default', 'function f(a) { switch (a) { case 1: case 2: return 1; default: return 2 } }', 3],
  ['a caught error', 'function f(a) { try { a() } catch { return } }', 2],
  ['a choice between values', 'const f = (a) => (a ? 1 : 2)', 2],
  ['each part of a condition', 'const f = (a, b, c) => (a && b) || (c ?? b)', 4],
  ['no function within', 'function f(a) { return () => (a ? 1 : 2) }', 1],
  ['no markup, but what is made for it', 'function f(a) { const b = a && 1; return <p>{a ? b : 2}</p> }', 2],
])('counts %s', (_, text, complexity) => {
  expect(countedFunctions('f.tsx', text).at(-1)?.complexity).toBe(complexity)
})
