import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

import { isLiteralSpread, isOptionalMember, nodesWithin } from './spreads.ts'

/** They import nothing of the core, so that they have no `defined`. */
const WITHOUT_HELPER = /^src\/(bootstrap|sdk|stand-ins)\//

const nodesOf = (path: string, text: string) =>
  nodesWithin(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))

/** To parse only what has a spread of something in brackets takes half as long. */
const files = globSync('src/**/*.{ts,tsx,mjs}')
  .filter((path) => !/\.(test|stories)\.tsx?$|\.d\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => /\.\.\.[({]/.test(text))

it('an optional member is written with `defined`, and no literal is spread', () => {
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap(({ path, text }) =>
    nodesOf(path, text)
      .filter((node) => isLiteralSpread(node) || (isOptionalMember(node) && !WITHOUT_HELPER.test(path)))
      .map((node) => `${path}: ${node.getText()}`),
  )
  expect(found).toEqual([])
})

it.each([
  ['a condition before one member', '({ ...(a && { a }) })', true],
  ['a choice between one member and none', '({ ...(a === undefined ? {} : { b: a }) })', true],
  ['not several members that belong together', '({ ...(a && { a, b }) })', false],
  ['not a choice between two members', '({ ...(a ? { a } : { b }) })', false],
  ['not a choice between objects', '({ ...(a ? b : c) })', false],
  ['not a member that is unset', '({ ...(a && { b: undefined }) })', false],
  ['not a member whose name is a value', '({ ...(a && { [a]: a }) })', false],
])('finds %s', (_, text, isFound) => expect(nodesOf('f.ts', text).some(isOptionalMember)).toBe(isFound))
