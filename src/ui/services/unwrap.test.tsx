import { expect, it } from 'vitest'

import { fail, ok } from '../../core/result.ts'
import { FailureError, unwrap, unwrapRethrown } from './unwrap.ts'

const failure = { kind: 'http', status: 500, statusText: '' } as const

it('hands on the value', async () => {
  expect(await unwrap(Promise.resolve(ok(7)))).toBe(7)
  expect(await unwrapRethrown(Promise.resolve(ok(7)))).toBe(7)
})

it('throws a failure as it is', async () => {
  await expect(unwrap(Promise.resolve({ ...fail(failure), rethrow: false }))).rejects.toEqual(new FailureError(failure))
  await expect(unwrap(Promise.resolve(fail(failure)))).rejects.toMatchObject({ failure })
})

it('ends a failure where it was announced, unless it is rethrown', async () => {
  expect(await unwrapRethrown(Promise.resolve({ ...fail(failure), rethrow: false }))).toBeUndefined()
  await expect(unwrapRethrown(Promise.resolve({ ...fail(failure), rethrow: true }))).rejects.toMatchObject({ failure })
})
