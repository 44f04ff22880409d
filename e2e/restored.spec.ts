import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

import { makeScratchFolder } from '../test/support/scratch-folder.ts'
import { Person } from './support/person.ts'
import { launchMillrace, type RunningMillrace } from './support/start-millrace.ts'

const PROGRAM = join(import.meta.dirname, '../src/server/millrace.ts')
const HOURLY = { cron: '0 * * * *', timezone: 'UTC' }

test.describe('an installation that is restored from a backup', () => {
  let folder: string
  let millrace: RunningMillrace | undefined
  test.beforeAll(() => {
    folder = makeScratchFolder('restored')
    chmodSync(folder, 0o755)
  })
  test.afterAll(async () => {
    await millrace?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('promises no run until somebody says that the other one is off', { tag: '@full' }, async ({ browser }) => {
    // Two starts, a backup and a restore.
    test.setTimeout(180_000)
    const [original, restored, file] = ['original', 'restored', 'backup'].map((name) => join(folder, name))
    const command = (data: string | undefined, ...words: string[]) =>
      execFileSync(process.execPath, [PROGRAM, ...words], {
        env: { ...process.env, DATA_DIR: data, BACKUP_PASSPHRASE: 'nine lives of a cat' },
      })
    millrace = await launchMillrace({ DATA_DIR: String(original) })
    const settle = async (language: 'en' | 'de') => {
      const context = await browser.newContext({ locale: language === 'en' ? 'en-GB' : 'de-DE' })
      const person = new Person(await context.newPage(), language, String(millrace?.origin))
      const { flow, call } = await person.settlesInWithFlow()
      const schedule = { streams: [], transformations: [], schedule: HOURLY }
      await call('PATCH', `/flows/${flow}`, { config: schedule })
      await context.close()
      return { email: person.email, language }
    }
    const people = [await settle('en'), await settle('de')]
    command(original, 'backup', '--with-keys', String(file))
    await millrace.stop()
    command(restored, 'restore', String(file))
    millrace = await launchMillrace({ DATA_DIR: String(restored) })

    for (const { email, language } of people) {
      const context = await browser.newContext({ locale: language === 'en' ? 'en-GB' : 'de-DE' })
      const page = await context.newPage()
      const person = new Person(page, language, millrace.origin, email)
      await person.signsIn()
      await person.goesTo('Flows')
      const row = page.getByRole('row').filter({ hasText: 'Shop to warehouse' })
      const banner = page
        .getByRole('status')
        .filter({ has: page.getByRole('button', { name: person.says('Resume schedules') }) })
      await expect(banner).toBeVisible()
      await expect(row.getByText(person.says('Paused'), { exact: true })).toBeVisible()
      await person.presses('Resume schedules')
      await expect(banner).toBeHidden()
      await expect(row.getByText(person.says('Paused'), { exact: true })).toBeHidden()
      await expect(row.locator('time').first()).toBeVisible()
      await context.close()
    }
  })
})
