import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryIntegrationRepository } from '../../../adapters/memory/connections/memory-integration-repository.ts'

const REFUSED = { kind: 'http', status: 422, statusText: 'Unprocessable Content' } as const
const STORED = {
  host: 'db.example.com',
  port: 5432,
  user: 'ada',
  password: 'secret',
  dbname: 'shop',
  sslmode: 'prefer',
}

/** The dialog over one Postgres connection. */
async function editShop() {
  const connections = new MemoryConnectionRepository()
  const integrations = new MemoryIntegrationRepository()
  const named = { name: 'Shop', type: 'postgres' } as const
  await integrations.add('org-1', { ...named, mergedIntegration: true, credentials: STORED })
  await connections.add('org-1', { ...named, capability: 'both', integrationId: 'integration-1', config: {} })
  const { router } = await renderApp({ connections, integrations }, '/sources?dialog=edit&id=connection-1')
  await screen.findByLabelText('Host')
  return { user: userEvent.setup(), connections, integrations, router }
}

async function retype(user: ReturnType<typeof userEvent.setup>, label: string, text: string) {
  await user.clear(screen.getByLabelText(label))
  await user.type(screen.getByLabelText(label), text)
}

const textIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

it('closes once a database is saved', async () => {
  const { user, router } = await editShop()
  await retype(user, 'Name', 'Store')

  await press(user, 'Save anyway')

  expect(await screen.findByRole('link', { name: 'Store' })).toBeDefined()
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(router.state.location.search).toEqual({})
})

it('keeps what was typed when nothing of it could be saved, and says why', async () => {
  const { user, integrations } = await editShop()
  await retype(user, 'Host', 'new.example.com')
  await user.type(screen.getByLabelText('Password'), 'typed')
  integrations.failNext({ ...REFUSED, serverMessage: 'This host is not allowed' })

  await press(user, 'Save anyway')

  expect(await screen.findByText('Nothing was saved')).toBeDefined()
  expect(within(screen.getByRole('dialog')).getByText('This host is not allowed')).toBeDefined()
  expect([textIn('Host'), textIn('Password')]).toEqual(['new.example.com', 'typed'])
})

it('says what was stored and what was not, and stores the rest at the next save', async () => {
  const { user, connections, integrations } = await editShop()
  await retype(user, 'Name', 'Store')
  await retype(user, 'Host', 'new.example.com')
  await user.type(screen.getByLabelText('Password'), 'typed')
  const failing = connections.update.bind(connections)
  connections.update = async () => ({ ok: false, failure: { ...REFUSED, serverMessage: 'The name is taken' } })

  await press(user, 'Save anyway')

  expect(await screen.findByText('Only the credentials were saved')).toBeDefined()
  expect(screen.getByText(/^Save the other settings again/)).toBeDefined()
  expect(within(screen.getByRole('dialog')).getByText(/The name is taken/)).toBeDefined()
  expect(screen.getByText('Failed to update connection')).toBeDefined()
  expect([textIn('Name'), textIn('Host'), textIn('Password')]).toEqual(['Store', 'new.example.com', 'typed'])
  expect(integrations.credentialsOf('integration-1')).toMatchObject({ host: 'new.example.com', password: 'typed' })
  connections.update = failing
  await press(user, 'Save anyway')

  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(await connections.list('org-1')).toMatchObject({ value: [{ name: 'Store' }] })
})

it('tests what is typed and saves it when the test has passed', async () => {
  const { user, connections } = await editShop()
  await retype(user, 'Name', 'Store')

  await press(user, 'Test and save')

  expect(await screen.findByRole('link', { name: 'Store' })).toBeDefined()
  expect(connections.tested).toMatchObject([{ name: 'Store' }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

it('saves nothing when the test has failed; it can be saved anyway', async () => {
  const { user, connections } = await editShop()
  await retype(user, 'Name', 'Store')
  connections.failNext({
    kind: 'connection-test-failed',
    stages: [
      {
        stage: 'sign-in',
        status: 'failed',
        milliseconds: 5,
        problem: { code: 'AUTH', message: 'Wrong password.', hint: 'Type it again.' },
      },
    ],
  })

  await press(user, 'Test and save')

  // A toast says it too.
  expect(await within(screen.getByRole('dialog')).findByText('Wrong password.')).toBeDefined()
  expect(await connections.list('org-1')).toMatchObject({ value: [{ name: 'Shop' }] })
  await press(user, 'Save anyway')
  expect(await screen.findByRole('link', { name: 'Store' })).toBeDefined()
})

it('a failed test can be copied, with the reason and what to do', async () => {
  const { user, connections } = await editShop()
  const problem = { code: 'AUTH', message: 'Wrong password.', hint: 'Type it again.' }
  const stages = [
    { stage: 'connect', status: 'passed', milliseconds: 5 },
    { stage: 'sign-in', status: 'failed', milliseconds: 5, problem },
    { stage: 'read', status: 'skipped', milliseconds: 0 },
  ] as const
  connections.failNext({ kind: 'connection-test-failed', stages })
  await press(user, 'Test connection')

  await user.click(await screen.findByRole('button', { name: 'Copy' }))

  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(
    'Port is open: Passed\nSign-in: Failed\nWrong password.\nType it again.\nCan read: Not tried',
  )
})

it('marks a test as out of date once a field has changed, until the field is as it was tested', async () => {
  const { user } = await editShop()
  await press(user, 'Test connection')
  await screen.findByRole('list', { name: 'Test stages' })
  expect(screen.queryByText('Out of date')).toBeNull()

  await user.type(screen.getByLabelText('User'), 'x')
  expect(screen.getByText('Out of date')).toBeDefined()
  await retype(user, 'User', 'ada')
  expect(screen.queryByText('Out of date')).toBeNull()
})

it('does not save what was typed while the test was under way without a test of it', async () => {
  const { user, connections } = await editShop()
  const letGo = connections.holdNext()
  await press(user, 'Test and save')
  await user.type(screen.getByLabelText('User'), 'x')
  letGo()

  expect(await screen.findByText('Out of date')).toBeDefined()
  expect(screen.getByRole('dialog')).toBeDefined()
  expect(textIn('User')).toBe('adax')
})

it('tests no type that only a newer server knows, and says why', async () => {
  const connections = new MemoryConnectionRepository()
  const newer = { id: 'connection-1', name: 'Lake', type: 'snowflake', capability: 'both', config: {} } as const
  connections.list = async () => ({ ok: true, value: [newer] })
  await renderApp({ connections }, '/sources?dialog=edit&id=connection-1')
  const user = userEvent.setup()
  const test = await screen.findByRole('button', { name: 'Test connection' })
  const testAndSave = screen.getByRole('button', { name: 'Test and save' })

  for (const button of [test, testAndSave]) {
    expect(button.getAttribute('aria-description')).toMatch(/reload it/)
    await user.click(button)
  }

  expect(connections.tested).toEqual([])
  expect(screen.getByRole('button', { name: 'Save anyway' }).ariaDisabled).toBeNull()
})
