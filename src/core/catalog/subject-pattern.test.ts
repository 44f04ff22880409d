import { expect, it } from 'vitest'

import { fitsSubject, isSubjectPattern } from './subject-pattern.ts'

it.each([
  ['repo:octo/shop:ref:refs/heads/main', 'repo:octo/shop:ref:refs/heads/main', true],
  ['repo:octo/shop:ref:refs/heads/main', 'repo:octo/shop:ref:refs/heads/main2', false],
  ['repo:octo/*', 'repo:octo/shop:ref:refs/heads/main', true],
  ['repo:octo/*', 'repo:octopus/shop', false],
  ['repo:octo/*', 'repo:octo/', false],
  ['repo:octo/*:ref:refs/heads/main', 'repo:octo/shop:ref:refs/heads/main', true],
  ['repo:octo/*:ref:refs/heads/main', 'repo:octo/a:b:ref:refs/heads/main', false],
  ['repo:octo/sh.p', 'repo:octo/shop', false],
  ['repo:*', 'repo:octo/shop', false],
])('%s and %s: %s', (pattern, subject, fits) => {
  expect(fitsSubject(pattern, subject)).toBe(fits)
})

it.each(['', '*', 'repo:*', 'repo:octo*', 'repo:octo/sh*p', '*:octo/shop', 'repo: octo', 'x'.repeat(256)])(
  'takes no pattern that would let others in: %s',
  (pattern) => {
    expect(isSubjectPattern(pattern)).toBe(false)
  },
)
