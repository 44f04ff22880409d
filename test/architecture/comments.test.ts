import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const LONGEST = 160

const comments = globSync('{src,test,e2e}/**/*.{ts,tsx,mjs}', { cwd: ROOT }).flatMap((file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((text, at) => ({ text, place: `${file}:${at + 1}` }))
    .filter(({ text }) => /^\s*(\/\/|\/?\*)/.test(text)),
)

it('a line of a comment is no longer than an editor shows', () => {
  // One that sees no comments finds no fault.
  expect(comments.length).toBeGreaterThan(5_000)
  expect(comments.filter(({ text }) => text.length > LONGEST).map(({ place }) => place)).toEqual([])
})
