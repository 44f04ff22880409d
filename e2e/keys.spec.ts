import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'

import { expect, test } from '@playwright/test'

import { makeScratchFolder } from '../test/support/scratch-folder.ts'
import { Person } from './support/person.ts'

test('a program gets a key, uses the API with it, and is refused when the key was revoked', async ({ page }) => {
  const ada = new Person(page)
  await ada.settlesIn()
  await ada.opens('/organization-settings?section=keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a key' })
  await dialog.getByLabel('Name').fill('Nightly job')
  await dialog.getByRole('radio', { name: 'Viewer' }).check()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()

  const key = await page.getByRole('textbox', { name: 'Key' }).inputValue()
  expect(key).toMatch(/^mlr_[0-9A-Za-z]{40}$/)
  const call = () =>
    page.request.get(`${new URL(page.url()).origin}/v1/organizations`, { headers: { authorization: `Bearer ${key}` } })
  const answer = await call()
  expect(await answer.json()).toMatchObject([{ roles: ['viewer'] }])

  await page.reload()
  const row = page.getByRole('row', { name: /Nightly job/ })
  await expect(row.getByText('Never')).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Key' })).toBeHidden()
  await row.getByRole('button', { name: 'More for Nightly job' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No keys yet')).toBeVisible()
  expect((await call()).status()).toBe(401)
})

test('a CI job is accepted by the token of its own system, and nothing secret is stored', { tag: '@full' }, async ({
  page,
}) => {
  const ada = new Person(page)
  await ada.settlesIn()
  await ada.opens('/organization-settings?section=keys')
  await ada.presses('Create a key')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nightly job')
  await dialog.getByRole('checkbox', { name: /^Without a stored key/ }).check()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()

  await dialog.getByLabel('Subject of the tokens').fill('repo:octo/*')
  await ada.presses('Accept these tokens')
  await expect(dialog.getByText('Never used')).toBeVisible()
  await expect(dialog.getByText(/MILLRACE_SERVICE_MEMBER=[\da-f-]{36}/)).toBeVisible()
  await ada.presses('Cancel')
  await expect(page.getByRole('row', { name: /Nightly job/ })).toContainText('Accepts 1 kind of tokens')
})

test('a command line gets its key from the person who typed it, by the browser', async ({ page }) => {
  const ada = new Person(page)
  await ada.settlesIn('Acme')
  const origin = new URL(page.url()).origin
  const folder = makeScratchFolder('command-line')
  const typed = ['src/server/millrace.ts', 'login', '--browser', '--url', origin]
  const login = spawn(process.execPath, typed, { env: { ...process.env, XDG_CONFIG_HOME: folder } })
  const lines: string[] = []
  createInterface({ input: login.stdout }).on('line', (line) => lines.push(line))
  const ended = once(login, 'exit')

  await expect.poll(() => lines.length).toBe(2)
  const [told = '', address = ''] = lines
  await page.goto(address)
  const dialog = page.getByRole('dialog', { name: 'Create a key' })
  const code = /[A-Z]{4}-[A-Z]{4}/.exec(told)?.[0] ?? 'none'
  await expect(dialog.getByText(`Your terminal shows ${code}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Go back to your terminal.')).toBeVisible()
  expect(await ended).toEqual([0, null])
  expect(lines.at(-1)).toContain('The key is valid: Acme, role editor.')
  await rm(folder, { recursive: true })
})
