import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryIntegrationRepository } from '../../../adapters/memory/connections/memory-integration-repository.ts'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'

const REFUSED = { kind: 'http', status: 503, statusText: 'Service Unavailable' } as const

async function withConnections(...names: string[]) {
  const connections = new MemoryConnectionRepository()
  const integrations = new MemoryIntegrationRepository()
  for (const name of names) {
    const credentials = {
      host: 'db.example.com',
      port: 5432,
      user: 'ada',
      password: 'secret',
      dbname: 'shop',
      sslmode: 'prefer',
    }
    const kept = await integrations.add('org-1', { name, type: 'postgres', mergedIntegration: true, credentials })
    if (!kept.ok) throw new Error(`${name} could not be made`)
    const integrationId = kept.value.id
    await connections.add('org-1', { name, type: 'postgres', capability: 'both', integrationId, config: {} })
  }
  return { connections, integrations }
}

it('says what a source is while there is none, and offers sample data', async () => {
  await renderApp({}, '/sources')

  expect(await screen.findByText('No sources yet')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add your first source' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Use sample data' })).toBeDefined()
})

it('leads from sample data to its flow', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp({}, '/sources')

  await user.click(await screen.findByRole('button', { name: 'Use sample data' }))

  expect(await screen.findByDisplayValue('Shop to warehouse')).toBeDefined()
  expect(router.state.location.pathname).toBe('/floweditor/flow-1')
})

it('shows only what can be read from among the sources', async () => {
  const { connections } = await withConnections('Shop')
  await connections.add('org-1', {
    name: 'Sink',
    type: 'postgres',
    capability: 'destination',
    integrationId: 'i',
    config: {},
  })

  await renderApp({ connections }, '/sources')

  const table = await screen.findByRole('table', { name: 'Sources' })
  expect(within(table).getByText('Shop')).toBeDefined()
  expect(within(table).queryByText('Sink')).toBeNull()
})

it('tells nothing yet from nothing found', async () => {
  const { connections } = await withConnections('Shop')
  const user = userEvent.setup()
  const { router } = await renderApp({ connections }, '/sources?q=zebra')

  expect(await screen.findByText('No sources match your search')).toBeDefined()
  await user.click(screen.getAllByRole('button', { name: 'Clear search' })[0] as HTMLElement)

  expect(await screen.findByRole('table', { name: 'Sources' })).toBeDefined()
  expect(router.state.location.search).toEqual({})
})

it('says in place that the list could not be loaded, and tries again', async () => {
  const { connections } = await withConnections('Shop')
  connections.failNext(REFUSED)
  const user = userEvent.setup()
  await renderApp({ connections }, '/sources')

  expect(await screen.findByText('Sources could not be loaded')).toBeDefined()
  expect(screen.getByText('Failed to fetch connections')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Shop')).toBeDefined()
})

it('offers the systems that rows can be brought to, and no others', async () => {
  await renderApp({}, '/destinations?dialog=add')

  const dialog = await screen.findByRole('dialog', { name: 'Add a destination' })
  const labels = within(dialog)
    .getAllByRole<HTMLButtonElement>('button')
    .filter(({ disabled }) => !disabled)
    .map(({ textContent }) => textContent)
  for (const label of ['PostgreSQL', 'MySQL', 'Google Sheets', 'BigQuery', 'Metronome', 'Email']) {
    expect(labels).toContainEqual(expect.stringContaining(label))
  }
  expect(within(dialog).queryByText('AWS Cost Explorer')).toBeNull()
})

it('asks for every field of the catalog in its own words', async () => {
  const user = userEvent.setup()
  await renderApp({}, '/sources?dialog=add&kind=postgres')

  await user.clear(await screen.findByLabelText('Port'))
  await user.click(screen.getByRole('button', { name: 'Test and save' }))

  for (const label of ['Name', 'Host', 'Port', 'User', 'Password', 'Database name']) {
    expect(await screen.findByText(`${label} is required`)).toBeDefined()
  }
})

it('adds a database with its credentials and closes the form', async () => {
  const user = userEvent.setup()
  const { connections, integrations } = await withConnections()
  const { router } = await renderApp({ connections, integrations }, '/sources?dialog=add&kind=postgres')

  await user.type(await screen.findByLabelText('Name'), 'Shop')
  await user.type(screen.getByLabelText('Host'), 'db.example.com')
  await user.type(screen.getByLabelText('User'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'secret')
  await user.type(screen.getByLabelText('Database name'), 'shop')
  await user.click(screen.getByRole('button', { name: 'Test and save' }))

  expect(await screen.findByRole('link', { name: 'Shop' })).toBeDefined()
  expect(router.state.location.search).toEqual({})
  const details = await integrations.details('org-1', 'integration-1')
  expect(details).toMatchObject({
    value: { credentials: { host: 'db.example.com', port: 5432, dbname: 'shop', sslmode: 'prefer' } },
  })
})

it('shows the stages of a test of what is typed, with the cause and the fix of the one that failed', async () => {
  const user = userEvent.setup()
  const { connections } = await withConnections()
  await renderApp({ connections }, '/sources?dialog=add&kind=postgres')
  await user.type(await screen.findByLabelText('Name'), 'Shop')
  for (const label of ['Host', 'User', 'Password', 'Database name']) await user.type(screen.getByLabelText(label), 'x')
  connections.failNext({
    kind: 'connection-test-failed',
    stages: [
      { stage: 'resolve', status: 'passed', milliseconds: 3 },
      {
        stage: 'connect',
        status: 'failed',
        milliseconds: 1_200,
        problem: { code: 'REFUSED', message: 'Nothing answers on port 5432.', hint: 'Check host and port.' },
      },
      { stage: 'tls', status: 'skipped', milliseconds: 0 },
    ],
  })

  await user.click(screen.getByRole('button', { name: 'Test connection' }))

  const stages = await screen.findByRole('list', { name: 'Test stages' })
  expect(
    within(stages)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Name resolves3ms',
    'Port is open1.2sNothing answers on port 5432.Check host and port.Copy',
    'TLSnot tried',
  ])
  expect(screen.getByText('Failed to test connection')).toBeDefined()
})

it('adds a source as a source and a destination as a destination', async () => {
  await renderApp({}, '/sources?dialog=add&kind=postgres')
  expect(await screen.findByRole('radio', { name: 'Source' })).toHaveProperty('checked', true)
  expect(screen.getByPlaceholderText('or paste postgres://…')).toBe(screen.getByLabelText('Host'))
  cleanup()
  await renderApp({}, '/destinations?dialog=add&kind=mysql')
  expect(await screen.findByRole('radio', { name: 'Destination' })).toHaveProperty('checked', true)
})

it('saves as a source what may only be read, in a click', async () => {
  const user = userEvent.setup()
  const { connections } = await withConnections()
  await renderApp({ connections }, '/sources?dialog=add&kind=postgres')
  await user.type(await screen.findByLabelText('Name'), 'Shop')
  for (const label of ['Host', 'User', 'Password', 'Database name']) await user.type(screen.getByLabelText(label), 'x')
  await user.click(screen.getByRole('radio', { name: 'Both' }))
  const problem = { code: 'PERMISSION_MISSING', message: 'This account may not create tables.' }
  connections.failNext({
    kind: 'connection-test-failed',
    stages: [
      { stage: 'read', status: 'passed', milliseconds: 3 },
      { stage: 'write', status: 'failed', milliseconds: 3, problem },
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Test and save' }))

  expect(await screen.findByText('Fine as a source')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save as source' }))
  expect(await screen.findByRole('link', { name: 'Shop' })).toBeDefined()
  expect(await connections.list('org-1')).toMatchObject({ value: [{ name: 'Shop', capability: 'source' }] })
})

it('keeps the stored password when none is typed', async () => {
  const user = userEvent.setup()
  const fakes = await withConnections('Shop')
  await renderApp(fakes, '/sources?dialog=edit&id=connection-1')

  await user.clear(await screen.findByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Shop two')
  await user.click(screen.getByRole('button', { name: 'Test and save' }))

  expect(await screen.findByRole('link', { name: 'Shop two' })).toBeDefined()
})

it('asks for the password again when it would go somewhere else', async () => {
  const user = userEvent.setup()
  await renderApp(await withConnections('Shop'), '/sources?dialog=edit&id=connection-1')

  await user.clear(await screen.findByLabelText('Host'))
  await user.type(screen.getByLabelText('Host'), 'other.example.com')
  await user.click(screen.getByRole('button', { name: 'Test and save' }))

  expect(await screen.findByText('Password is required')).toBeDefined()
})

it('shows entities and opens them to their columns', async () => {
  const user = userEvent.setup()
  const fakes = await withConnections('Shop')
  fakes.connections.entities = [
    { name: 'public.orders', columns: [{ name: 'id', type: 'bigint', keyPosition: 1 }], estimatedRows: 55_000 },
    { name: 'public.customers', columns: [{ name: 'email', type: 'text' }], estimatedRows: 1 },
  ]
  await renderApp(fakes, '/sources?dialog=discover&id=connection-1')

  expect(await screen.findByText('about 1 row')).toBeDefined()
  await user.type(await screen.findByLabelText('Search tables and columns'), 'orders')
  expect(screen.queryByText('public.customers')).toBeNull()
  await user.click(screen.getByRole('button', { name: /public\.orders/ }))

  expect(screen.getByText('bigint')).toBeDefined()
  expect(screen.getByText('Schema discovered successfully!')).toBeDefined()
})

it('does not delete what flows use, and names the flows', async () => {
  const user = userEvent.setup()
  const fakes = await withConnections('Shop')
  const flows = new MemoryFlowRepository()
  const ends = { sourceConnection: { id: 'connection-1' }, destinationConnection: { id: 'connection-1' } }
  await flows.create('org-1', { name: 'Nightly copy', ...ends })
  await renderApp({ ...fakes, flows }, '/sources?dialog=delete&id=connection-1')

  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Shop?' })
  expect(await within(dialog).findByText('Nightly copy')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))

  expect(await fakes.connections.list('org-1')).toMatchObject({ value: [{ name: 'Shop' }] })
})

it('deletes a connection that nothing uses', async () => {
  const user = userEvent.setup()
  await renderApp(await withConnections('Shop'), '/sources?dialog=delete&id=connection-1')

  await user.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('No sources yet')).toBeDefined()
})

it('tells a viewer which role it takes', async () => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['viewer'] }])
  const user = userEvent.setup()
  await renderApp({ organization, ...(await withConnections('Shop')) }, '/sources')

  const add = await screen.findByRole('button', { name: 'Add source' })
  expect(add.getAttribute('aria-description')).toBe('Needs at least the role Editor')
  await user.click(add)

  expect(screen.queryByRole('dialog')).toBeNull()
})

it('tells a viewer which role sees the settings of a connection, which its flows lead to', async () => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['viewer'] }])
  await renderApp({ organization, ...(await withConnections('Shop')) }, '/sources?dialog=edit&id=connection-1')

  const dialog = await screen.findByRole('dialog', { name: 'Edit Shop' })
  expect((await within(dialog).findByRole('note')).textContent).toBe('Needs at least the role Editor')
  expect(within(dialog).queryByRole('textbox')).toBeNull()
})

const anEditor = () => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['editor'] }])
  return organization
}
const FOR_ADMINS = 'Needs at least the role Admin'

it('lets an editor neither pick nor type a database, whose credentials take an admin', async () => {
  const organization = anEditor()
  await renderApp({ organization, ...(await withConnections()) }, '/sources?dialog=add')
  const database = await screen.findByRole<HTMLButtonElement>('button', { name: new RegExp(`Postgre.*${FOR_ADMINS}`) })
  expect(database.disabled).toBe(true)
  cleanup()

  const fakes = await withConnections()
  await renderApp({ organization, ...fakes }, '/sources?dialog=add&kind=postgres')
  expect((await screen.findByLabelText('Host')).matches(':disabled')).toBe(true)
  expect(screen.getByText('Your role may not change credentials')).toBeDefined()
  for (const name of ['Test connection', 'Test and save', 'Save anyway'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-description')).toBe(FOR_ADMINS)
})

it('lets an editor rename and test a database with the credentials that it has', async () => {
  const user = userEvent.setup()
  const fakes = await withConnections('Shop')
  await renderApp({ organization: anEditor(), ...fakes }, '/sources?dialog=edit&id=connection-1')
  expect((await screen.findByLabelText('Host')).matches(':disabled')).toBe(true)

  await user.click(screen.getByRole('button', { name: 'Test connection' }))
  expect(await screen.findByRole('list', { name: 'Test stages' })).toBeDefined()
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Shop two')
  await user.click(screen.getByRole('button', { name: 'Save anyway' }))

  expect(await screen.findByRole('link', { name: 'Shop two' })).toBeDefined()
  expect(await fakes.integrations.list('org-1')).toMatchObject({ value: [{ name: 'Shop' }] })
})

it('lets an editor neither clone nor delete a database, and says which role it takes', async () => {
  const user = userEvent.setup()
  const fakes = { organization: anEditor(), ...(await withConnections('Shop')) }
  await renderApp(fakes, '/sources')
  await user.click(await screen.findByRole('button', { name: 'More for Shop' }))
  for (const name of [/^Clone/, /^Delete/]) {
    const item = await screen.findByRole('menuitem', { name })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.textContent).toContain(FOR_ADMINS)
  }
  cleanup()

  await renderApp(fakes, '/sources?dialog=delete&id=connection-1')
  const button = await screen.findByRole('button', { name: 'Delete' })
  expect(button.getAttribute('aria-description')).toBe(FOR_ADMINS)
})

it('leaves databases out of what an editor deletes at once', async () => {
  const user = userEvent.setup()
  await renderApp({ organization: anEditor(), ...(await withConnections('Shop')) }, '/sources')
  await user.click(await screen.findByRole('checkbox', { name: 'Select Shop' }))
  await user.click(within(screen.getByRole('toolbar', { name: 'Selected' })).getByRole('button', { name: 'Delete' }))

  const dialog = await screen.findByRole('dialog', { name: 'Delete 1 connection?' })
  expect(within(dialog).getByText(FOR_ADMINS)).toBeDefined()
  expect(within(dialog).getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true')
})

it('fills the form from an address that is pasted into any of its fields', async () => {
  const user = userEvent.setup()
  await renderApp({}, '/sources?dialog=add&kind=postgres')
  const dialog = within(await screen.findByRole('dialog'))
  const field = (label: string) => dialog.getByLabelText<HTMLInputElement>(label).value

  await user.click(dialog.getByLabelText('Host'))
  await user.paste('postgres://ada:p%40ss@db.example.com:5433/shop?sslmode=require')

  expect(['Host', 'Port', 'User', 'Password', 'Database name', 'SSL mode'].map(field)).toEqual([
    'db.example.com',
    '5433',
    'ada',
    'p@ss',
    'shop',
    'require',
  ])
  expect(dialog.getByText(/^Filled in from the address: Host, Port, User, Password/)).toBeDefined()
})

it('fills the form from an address that was typed in place of the host, once the field is left', async () => {
  const user = userEvent.setup()
  await renderApp({}, '/sources?dialog=add&kind=postgres')
  const dialog = within(await screen.findByRole('dialog'))

  await user.type(dialog.getByLabelText('Host'), 'postgres://ada@db.example.com/shop')
  await user.tab()

  expect(dialog.getByLabelText<HTMLInputElement>('Host').value).toBe('db.example.com')
  expect(dialog.getByLabelText<HTMLInputElement>('Database name').value).toBe('shop')
})
