import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { warnOfOpenSecrets } from './kept-secrets.ts'

it('a start warns of a master key that others may read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const key = join(folder, 'master-key')
  writeFileSync(key, 'secret')
  chmodSync(key, 0o644)
  const warned: unknown[] = []
  const log = { warn: (_: string, fields?: object) => void warned.push(fields) }
  await warnOfOpenSecrets(folder, log)
  chmodSync(key, 0o600)
  await warnOfOpenSecrets(folder, log)
  expect(warned).toEqual([{ fix: `chmod 600 ${key}` }])
})
