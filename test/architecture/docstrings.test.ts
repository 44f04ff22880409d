import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A docstring that stands over another one, over imports, or over nothing: what it describes has gone elsewhere. */
const OVER_THE_WRONG_THING = /\/\*\*(?:(?!\*\/).)*\*\/\s*\n\s*(?=\/\*\*|import |[})\]]|$)/gs

const strays = (text: string) =>
  [...text.matchAll(OVER_THE_WRONG_THING)].map(({ index }) => text.slice(0, index).split('\n').length)

it('every docstring stands over what it describes', () => {
  const files = globSync('{src,test,e2e}/**/*.{ts,tsx,mjs}')
  expect(files.length).toBeGreaterThan(3_000)
  expect(files.flatMap((file) => strays(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))).toEqual([])
})

it.each([
  ['another docstring', '/** One. */\n/** Two. */\nconst two = 2', [1]],
  ['an empty line and another docstring', 'const one = 1\n\n/**\n * One.\n */\n\n/** Two. */\nconst two = 2', [3]],
  ['the end of a type', 'interface A {\n  /** One. */\n}', [2]],
  ['what it describes', '/** One. */\nconst one = 1', []],
])('finds a docstring over %s', (_, text, lines) => expect(strays(text)).toEqual(lines))
