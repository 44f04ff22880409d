import { expect, it } from 'vitest'

import { checkMemory, checkNode, checkOpenFiles, checkUser, machineChecks } from './machine.ts'

it('names a Node that is too old', () => {
  expect(checkNode('22.4.0')).toMatchObject({ state: 'failed', found: 'This is Node 22.4.0.' })
  expect(checkNode('24.21.0').state).toBe('ok')
  expect(checkNode('100.0.0').state).toBe('ok')
})

it('names a user without a name, for whom the embedded database does not start', () => {
  const unknown = () => {
    throw new Error('ENOENT')
  }
  expect(checkUser(unknown)).toMatchObject({ state: 'failed', fix: expect.stringContaining('/etc/passwd') })
  expect(checkUser()).toMatchObject({ state: 'ok' })
})

it.each([
  [256, 'failed'],
  [1_024, 'warning'],
  [65_536, 'ok'],
  [Infinity, 'ok'],
  [undefined, 'ok'],
])('judges a limit of %s open files as %s', (most, state) => {
  expect(checkOpenFiles(most).state).toBe(state)
})

it.each([
  [512, 512, 'failed'],
  [1_024, 512, 'warning'],
  [2_048, 512, 'ok'],
  [2_048, 2_048, 'failed'],
])('judges %s MB, when the steps of a run may have %s MB, as %s', (limit, stepMemory, state) => {
  expect(checkMemory(limit, stepMemory).state).toBe(state)
})

it('finds this machine good enough for its own tests', async () => {
  for (const { name, look } of machineChecks(512)) expect((await look()).state, name).not.toBe('failed')
})
