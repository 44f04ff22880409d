import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { ERROR_CLASSES, isRetryable } from '../../src/core/catalog/errors/error-classes.ts'

const SOURCES = join(import.meta.dirname, '../../src')

/** From a code to the next word on trying again, with no other code in between. */
const PROBLEM = /\bcode: '([A-Z_]+)',(?:(?!\bcode: ).){0,700}?\bretryable: (true|false)/gs

/** Every problem that is written out where it is thrown: its code, and whether it says that it may pass. */
const thrown = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...readFileSync(join(SOURCES, path), 'utf8').matchAll(PROBLEM)].map(([, code = '', retryable]) => ({
      path,
      code,
      retryable: retryable === 'true',
    })),
  )

it('says of a code the same wherever it is thrown: what its class says', () => {
  expect(thrown.length).toBeGreaterThan(80)
  expect(thrown.filter(({ code }) => !(code in ERROR_CLASSES))).toEqual([])
  expect(thrown.filter(({ code, retryable }) => isRetryable(code) !== retryable)).toEqual([])
})
