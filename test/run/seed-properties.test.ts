import fc from 'fast-check'
import { expect, it } from 'vitest'

import { SEED, TRIES_ALL } from '../support/samples.ts'

it('tries the same values of a property each time, and others where all is tried', () => {
  expect(fc.readConfigureGlobal()?.seed).toBe(TRIES_ALL ? undefined : SEED)
})
