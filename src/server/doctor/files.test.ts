import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { checkFolder, checkSecretFiles, fileChecks } from './files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const written = (name: string, mode: number) => {
  const path = join(folder, name)
  writeFileSync(path, 'secret')
  chmodSync(path, mode)
  return path
}

it('accepts a folder that the start will create', async () => {
  const { state, found } = await checkFolder(join(folder, 'new', 'data'), 'DATA_DIR')
  expect(state).not.toBe('failed')
  expect(found).toMatch(/data will be created; [\d.]+ GB free\.$/)
})

it('names a file in the place of the folder', async () => {
  const path = written('data', 0o600)
  expect(await checkFolder(path, 'DATA_DIR')).toMatchObject({
    state: 'failed',
    found: `${path} is not a folder.`,
    fix: 'Set DATA_DIR to a folder.',
  })
})

it('names a folder that nobody can write to', async () => {
  // Even root cannot write there.
  expect(await checkFolder('/proc/1', 'DATA_DIR')).toMatchObject({
    state: 'failed',
    fix: expect.stringMatching(/chown/),
  })
})

it('names the files with secrets that others may read', async () => {
  const open = written('master-key', 0o644)
  const closed = written('identity-key.pem', 0o600)
  expect(await checkSecretFiles([open, closed, join(folder, 'none')])).toEqual({
    state: 'failed',
    found: `Other users of this machine may read ${open}.`,
    fix: `chmod 600 ${open}`,
  })
  expect(await checkSecretFiles([closed])).toEqual({ state: 'ok', found: 'Only their owner may read the 1 files.' })
})

it('names a folder for steps that others may change', async () => {
  const steps = join(folder, 'steps')
  mkdirSync(steps)
  chmodSync(steps, 0o777)
  const [, check] = fileChecks({ dataDir: folder, secretFiles: [] })
  expect(await check?.look()).toMatchObject({ state: 'failed', fix: `chmod 700 ${steps}` })
})

it('looks at the keys in the data folder, at the file of the variables, and at the folder for steps', async () => {
  mkdirSync(join(folder, 'data'))
  const file = written('millrace.env', 0o640)
  const checks = fileChecks({ dataDir: join(folder, 'data'), secretFiles: [file] })
  expect(checks.map(({ name }) => name)).toEqual(['data folder', 'folder for steps', 'files with secrets'])
  expect(await checks[2]?.look()).toMatchObject({ state: 'failed', fix: `chmod 600 ${file}` })
  writeFileSync(join(folder, 'data', 'master-key'), 'secret', { mode: 0o644 })
  expect(await fileChecks({ dataDir: join(folder, 'data'), secretFiles: [] })[2]?.look()).toMatchObject({
    state: 'failed',
  })
})
