import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryIntegrationRepository } from '../../../adapters/memory/connections/memory-integration-repository.ts'

const FINGERPRINT = `SHA256:${'a'.repeat(43)}`
const STORED = { host: 'db.internal', port: 3306, user: 'ada', password: 'secret', database: 'shop' }
const TUNNEL = { ssh_host: 'ssh.example.com', ssh_user: 'etl', ssh_password: 'pw', ssh_host_key: FINGERPRINT }

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'

type User = ReturnType<typeof userEvent.setup>
const press = (user: User, name: string) => user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
const open = (user: User, section: string) => user.click(screen.getByText(section))

const isOpen = (section: string) => screen.getByText(section).closest('details')?.open

async function addMysql() {
  const connections = new MemoryConnectionRepository()
  const integrations = new MemoryIntegrationRepository()
  await renderApp({ connections, integrations }, '/sources?dialog=add&kind=mysql')
  const user = userEvent.setup()
  for (const [label, text] of [
    ['Name', 'Shop'],
    ['Host', 'db.internal'],
    ['User', 'ada'],
    ['Password', 'secret'],
    ['Database name', 'shop'],
  ] as const)
    await user.type(await screen.findByLabelText(label), text)
  return { user, connections, integrations }
}

async function editMysql(more: object) {
  const connections = new MemoryConnectionRepository()
  const integrations = new MemoryIntegrationRepository()
  const named = { name: 'Shop', type: 'mysql' } as const
  await integrations.add('org-1', { ...named, mergedIntegration: true, credentials: { ...STORED, ...more } })
  await connections.add('org-1', { ...named, capability: 'both', integrationId: 'integration-1', config: {} })
  await renderApp({ connections, integrations }, '/sources?dialog=edit&id=connection-1')
  await screen.findByLabelText('Host')
  return { user: userEvent.setup(), connections, integrations }
}

it('keeps encryption and tunnel folded away, and tells the server nothing of fields that nobody used', async () => {
  const { user, connections } = await addMysql()
  expect(screen.queryByLabelText('SSH host')).toBeNull()
  expect(screen.queryByLabelText('SSL mode')).toBeNull()

  await open(user, 'Encryption')
  await open(user, 'SSH tunnel')
  expect(screen.getByLabelText('SSL mode')).toBeDefined()
  await press(user, 'Test connection')

  await screen.findByRole('list', { name: 'Test stages' })
  expect(connections.tested[0]?.credentials).toEqual(STORED)
})

it('says what a tunnel needs, and opens the section that has something wrong', async () => {
  const { user, connections } = await addMysql()
  await open(user, 'SSH tunnel')
  await user.type(screen.getByLabelText('SSH host'), 'ssh.example.com')
  await open(user, 'SSH tunnel')
  expect(isOpen('SSH tunnel')).toBe(false)

  await press(user, 'Test connection')
  expect(await screen.findByText('SSH user is required')).toBeDefined()
  expect(isOpen('SSH tunnel')).toBe(true)
  expect(screen.getByText('SSH password or SSH private key is required')).toBeDefined()
  expect(connections.tested).toEqual([])

  await user.type(screen.getByLabelText('SSH user'), 'etl')
  await user.type(screen.getByLabelText('SSH password'), 'pw')
  await press(user, 'Test connection')
  await screen.findByRole('list', { name: 'Test stages' })
  expect(connections.tested[0]?.credentials).toEqual({
    ...STORED,
    ssh_host: 'ssh.example.com',
    ssh_user: 'etl',
    ssh_password: 'pw',
  })
})

it('offers to trust the host key that a test has seen, and tests again with it', async () => {
  const { user, connections } = await addMysql()
  await open(user, 'SSH tunnel')
  for (const [label, text] of [
    ['SSH host', 'ssh.example.com'],
    ['SSH user', 'etl'],
    ['SSH password', 'pw'],
  ] as const)
    await user.type(screen.getByLabelText(label), text)
  const problem = { code: 'TUNNEL_KEY_UNKNOWN', message: `It shows ${FINGERPRINT}`, field: 'ssh_host_key' }
  const failed = { stage: 'tunnel', status: 'failed', milliseconds: 20 }
  connections.failNext({
    kind: 'connection-test-failed',
    stages: [{ ...failed, problem: { ...problem, suggestion: FINGERPRINT } }],
  })
  await press(user, 'Test connection')

  expect(await screen.findByText('Tunnel')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Trust this key' }))

  expect(screen.getByLabelText<HTMLInputElement>('SSH host key').value).toBe(FINGERPRINT)
  await expect.poll(() => connections.tested.at(-1)?.credentials).toMatchObject(TUNNEL)
})

it('shows a stored tunnel without its secrets, which stay as they are', async () => {
  const { user, integrations } = await editMysql(TUNNEL)
  expect(screen.getByLabelText<HTMLInputElement>('SSH host').value).toBe('ssh.example.com')
  expect(screen.getByLabelText<HTMLInputElement>('SSH password').value).toBe('')
  await press(user, 'Save anyway')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(integrations.credentialsOf('integration-1')).toEqual({ ...STORED, ...TUNNEL })
})

it('asks for the secrets of a tunnel again when its address changes', async () => {
  const { user } = await editMysql(TUNNEL)
  await user.type(screen.getByLabelText('SSH host'), '.org')
  await press(user, 'Save anyway')
  expect(await screen.findByText('SSH password is required')).toBeDefined()
  expect(screen.getByText('Password is required')).toBeDefined()
})

it('takes a tunnel away when its host is emptied', async () => {
  const { user, connections } = await editMysql(TUNNEL)
  await user.clear(screen.getByLabelText('SSH host'))
  await user.type(screen.getByLabelText('Password'), 'typed')
  await press(user, 'Test connection')
  await screen.findByRole('list', { name: 'Test stages' })
  expect(connections.tested[0]?.credentials).toEqual({
    ...STORED,
    password: 'typed',
    ssh_host: '',
    ssh_user: '',
    ssh_host_key: '',
  })
})

const WITH_KEY = { ...TUNNEL, ssh_private_key: 'key', ssh_passphrase: 'open sesame' }

it('removes a stored secret by itself, with what belongs to it', async () => {
  const { user, integrations } = await editMysql(WITH_KEY)
  await press(user, 'Remove the stored SSH private key')
  expect(screen.getByText('Removed when you save.')).toBeDefined()

  await press(user, 'Save anyway')

  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(integrations.credentialsOf('integration-1')).toEqual({
    ...STORED,
    ...TUNNEL,
    ssh_private_key: '',
    ssh_passphrase: '',
  })
})

it('keeps a stored secret whose removal was taken back', async () => {
  const { user, integrations } = await editMysql(WITH_KEY)
  await press(user, 'Remove the stored SSH key passphrase')
  await press(user, 'Keep the stored SSH key passphrase')
  await press(user, 'Save anyway')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(integrations.credentialsOf('integration-1')).toEqual({ ...STORED, ...WITH_KEY })
})

it('stores what is typed in place of a secret that was to be removed', async () => {
  const { user, integrations } = await editMysql(WITH_KEY)
  await press(user, 'Remove the stored SSH password')
  await user.type(screen.getByLabelText('SSH password'), 'new one')
  await press(user, 'Save anyway')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(integrations.credentialsOf('integration-1')).toMatchObject({ ssh_password: 'new one' })
})

it('says what is missing once the only secret of a tunnel is removed', async () => {
  const { user } = await editMysql(TUNNEL)
  await press(user, 'Remove the stored SSH password')
  await press(user, 'Save anyway')
  expect(await screen.findByText('SSH password or SSH private key is required')).toBeDefined()
})

it('marks a test as out of date once a stored secret is to be removed', async () => {
  const { user, connections } = await editMysql(WITH_KEY)
  await press(user, 'Test connection')
  await screen.findByRole('list', { name: 'Test stages' })
  await press(user, 'Remove the stored SSH private key')
  expect(screen.getByText('Out of date')).toBeDefined()
  await press(user, 'Test connection')
  await expect
    .poll(() => connections.tested.at(-1)?.credentials)
    .toMatchObject({ ssh_private_key: '', ssh_passphrase: '' })
})

it('offers to remove only what the connection can do without', async () => {
  await editMysql({ ...WITH_KEY, sslcert: CERTIFICATE, sslkey: 'key' })
  const offers = screen.getAllByRole('button', { name: /^Remove the stored/ }).map((button) => button.ariaLabel)
  expect(offers).toEqual([
    'Remove the stored SSH password',
    'Remove the stored SSH private key',
    'Remove the stored SSH key passphrase',
  ])
})

it('removes certificates that are emptied, and the key that belongs to one', async () => {
  const { user, integrations } = await editMysql({ sslrootcert: CERTIFICATE, sslcert: CERTIFICATE, sslkey: 'key' })
  await user.clear(screen.getByLabelText('CA certificate'))
  await user.clear(screen.getByLabelText('Client certificate'))
  await user.type(screen.getByLabelText('Password'), 'typed')
  await press(user, 'Save anyway')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(integrations.credentialsOf('integration-1')).toMatchObject({ sslrootcert: '', sslcert: '' })
})

it('keeps what another server shows masked, though it is no secret here', async () => {
  const { user, integrations } = await editMysql({ ...TUNNEL, ssh_host_key: '********' })
  await press(user, 'Save anyway')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(integrations.credentialsOf('integration-1')).toMatchObject({ ssh_host_key: '********' })
})
