import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { backupChecks, checkLastBackup } from './backups.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const HOUR_MS = 3_600_000

it('says how old the newest daily backup is', async () => {
  writeFileSync(join(folder, 'millrace-2026-11-24.backup'), '')
  writeFileSync(join(folder, 'by-hand.backup'), '')
  const writtenAt = statSync(join(folder, 'millrace-2026-11-24.backup')).mtimeMs
  expect(await checkLastBackup(folder, writtenAt + HOUR_MS)).toEqual({
    state: 'ok',
    found: 'millrace-2026-11-24.backup is 1 hour old.',
  })
  expect(await checkLastBackup(folder, writtenAt + 40 * HOUR_MS)).toMatchObject({
    state: 'failed',
    found: 'millrace-2026-11-24.backup is 1 day and 16 hours old.',
  })
})

it('misses the first one, and the folder', async () => {
  expect(await checkLastBackup(folder)).toMatchObject({ state: 'failed', found: `${folder} has no daily backup.` })
  expect(await checkLastBackup(join(folder, 'gone'))).toMatchObject({ state: 'failed' })
})

it('looks for none when none are wanted', () => {
  expect(backupChecks(undefined)).toEqual([])
})
