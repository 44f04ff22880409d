import { expect, it } from 'vitest'

import { ok } from './check.ts'
import { runChecks } from './run-checks.ts'

it('keeps the order of the table, and finds something also where a check breaks or hangs', async () => {
  const found = await runChecks(
    [
      { name: 'slow', look: () => new Promise(() => {}) },
      {
        name: 'broken',
        look: () => {
          throw new Error('out of luck')
        },
      },
      { name: 'good', look: () => ok('All is well.') },
    ],
    50,
  )
  expect(found).toEqual([
    { name: 'slow', state: 'failed', found: 'No answer within 0.05 seconds.', fix: expect.anything() },
    {
      name: 'broken',
      state: 'failed',
      found: expect.stringContaining('out of luck'),
      fix: 'Please report it.',
    },
    { name: 'good', state: 'ok', found: 'All is well.' },
  ])
})
