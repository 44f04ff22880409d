import { expect, test } from '@playwright/test'

import { type RunningSsh, startSsh } from '../test/stand-ins/ssh.ts'
import { type RunningPostgres, startPostgres } from '../test/support/postgres/start-postgres.ts'
import { Person } from './support/person.ts'

test.describe('a database behind an SSH server', () => {
  let postgres: RunningPostgres
  let ssh: RunningSsh

  test.beforeAll(async () => {
    ;[postgres, ssh] = await Promise.all([startPostgres(), startSsh({ password: 'tunnel pw' })])
  })
  test.afterAll(() => Promise.all([postgres?.stop(), ssh?.stop()]))

  test('a person sees its host key, trusts it, saves the source, and takes the tunnel away again', async ({ page }) => {
    const person = new Person(page)
    await person.settlesIn()
    const dialog = page.getByRole('dialog')
    const fills = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text)

    await person.goesTo('Sources')
    await page.getByRole('button', { name: 'Add source' }).click()
    await dialog.getByRole('button', { name: /^PostgreSQL/ }).click()
    await fills('Name', 'Behind')
    await fills('Host', 'localhost')
    await fills('Port', String(postgres.port))
    await fills('User', postgres.user)
    await fills('Password', postgres.password)
    await fills('Database name', postgres.database)
    await dialog.getByText('SSH tunnel').click()
    await fills('SSH host', '127.0.0.1')
    await fills('SSH port', String(ssh.port))
    await fills('SSH user', 'bastion')
    await fills('SSH password', 'tunnel pw')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(dialog.getByText(ssh.fingerprint)).toBeVisible()
    expect(ssh.signIns()).toBe(0)

    await dialog.getByRole('button', { name: 'Trust this key' }).click()
    await expect(page.getByText('Connection test successful')).toBeVisible()
    await expect(dialog.getByLabel('SSH host key')).toHaveValue(ssh.fingerprint)
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByRole('row', { name: /Behind/ })).toBeVisible()

    await page
      .getByRole('row', { name: /Behind/ })
      .getByRole('button', { name: /^More/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(dialog.getByLabel('SSH host', { exact: true })).toHaveValue('127.0.0.1')
    await expect(dialog.getByLabel('SSH password', { exact: true })).toHaveValue('')
    await fills('SSH host', '')
    await fills('Password', postgres.password)
    const made = ssh.made.length
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await expect(dialog).toBeHidden()
    expect(ssh.made.length).toBe(made)
  })
})
