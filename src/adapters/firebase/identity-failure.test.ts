import { expect, it } from 'vitest'

import { identityFailure, windowFailure } from './identity-failure.ts'

const thrown = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code })

it('a window whose script cannot be loaded has no network; elsewhere an internal error says nothing of it', () => {
  const script = thrown('auth/internal-error')

  expect(windowFailure(script).code).toBe('network-request-failed')
  expect(identityFailure(script).code).toBe('unknown')
  expect(windowFailure(thrown('auth/popup-closed-by-user')).code).toBe('unknown')
})
