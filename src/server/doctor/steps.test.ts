import { afterEach, expect, it, vi } from 'vitest'

import { checkStepProcess } from './steps.ts'

afterEach(() => vi.unstubAllEnvs())

it('starts a process for steps as a run does', async () => {
  expect(await checkStepProcess()).toEqual({ state: 'ok', found: 'A process for them starts.' })
})

it('names what steps need where their process does not start, as in an image without a shell', async () => {
  vi.stubEnv('PATH', '/nowhere')
  expect(await checkStepProcess()).toMatchObject({
    state: 'failed',
    found: expect.stringContaining('does not start'),
    fix: expect.stringContaining('/bin/sh'),
  })
})
