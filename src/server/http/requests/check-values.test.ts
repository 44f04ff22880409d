import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod/mini'

import { displayName, id, pointInTime } from '../../../contract/requests/primitives.ts'
import { RequestError } from '../../domain/request-error.ts'
import { checkValues } from './check-values.ts'

const schema = z.strictObject({
  name: displayName,
  owner: z.optional(z.email()),
  flow: z.optional(id),
  limit: z.optional(z.int().check(z.gte(1), z.lte(1_000))),
  mode: z.optional(z.enum(['replace', 'append'])),
  tags: z.optional(z.array(z.string().check(z.minLength(2), z.maxLength(5))).check(z.maxLength(3))),
  since: z.optional(pointInTime),
  photo: z.optional(z.url({ protocol: /^https$/ })),
  own: z.optional(z.string().check(z.regex(/^a/))),
})

function refusalOf(values: unknown): RequestError {
  try {
    checkValues(schema, values)
  } catch (error) {
    if (error instanceof RequestError) return error
  }
  throw new Error('it was accepted')
}

it('says so in the same words although something else in the process has loaded a language of zod', () => {
  const { localeError } = z.config()
  onTestFinished(() => void z.config({ localeError }))
  z.config(z.locales.en())
  expect(refusalOf({ name: 7 })).toMatchObject({ message: '“name” must be a text' })
  expect(refusalOf({ name: ' ' })).toMatchObject({ message: 'Name is required' })
})

describe('a refused value says which field is wrong and why, in a sentence that can be translated', () => {
  it.each([
    [{}, '“name” is missing', 'name'],
    [{ name: 7 }, '“name” must be a text', 'name'],
    [{ name: ' ' }, 'Name is required', 'name'],
    [{ name: 'a', owner: 'b' }, '“owner” must be an e-mail address', 'owner'],
    [{ name: 'a', flow: 'b' }, '“flow” must be an id', 'flow'],
    [{ name: 'a', limit: 1.5 }, '“limit” must be a whole number', 'limit'],
    [{ name: 'a', limit: 0 }, '“limit” must be at least 1', 'limit'],
    [{ name: 'a', limit: 1_001 }, '“limit” must be at most 1000', 'limit'],
    [{ name: 'a', mode: 'merge' }, '“mode” must be one of: replace, append', 'mode'],
    [{ name: 'a', tags: 'b' }, '“tags” must be a list', 'tags'],
    [{ name: 'a', tags: ['ok', 'b'] }, '“tags.1” is too short: at least 2 characters are needed', 'tags.1'],
    [{ name: 'a', tags: ['too long'] }, '“tags.0” is too long: at most 5 characters are possible', 'tags.0'],
    [{ name: 'a', tags: ['aa', 'bb', 'cc', 'dd'] }, '“tags” has too many entries: at most 3 are possible', 'tags'],
    [{ name: 'a', since: 'today' }, '“since” must be a time like 2026-01-31T08:00:00Z', 'since'],
    [{ name: 'a', photo: 'http://a.example' }, '“photo” must be an https address', 'photo'],
    [{ name: 'a', own: 'b' }, '“own” is invalid', 'own'],
    [{ name: 'a', colour: 'red' }, 'Unknown field "colour"', 'colour'],
    [[], 'The body must be a JSON object', ''],
  ])('%j', (values, message, field) => {
    expect(refusalOf(values)).toMatchObject({ kind: 'invalid', message, details: { field } })
  })

  it('and nothing of what was typed takes part in the translation', () => {
    expect(refusalOf({ name: '{0}\n'.repeat(2) }).sentence).toEqual({
      template: 'Name must be on one line',
      values: [],
    })
  })
})

it('a time that the store does not support is malformed', () => {
  expect(refusalOf({ name: 'a', since: '0000-01-01T00:00:00Z' })).toMatchObject({ kind: 'malformed' })
})
