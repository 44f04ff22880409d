import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryServiceMemberRepository } from '../../../adapters/memory/organizations/memory-service-member-repository.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'

const AT = '2026-01-01T00:00:00.000Z'
const CI = { id: 'ci', name: 'CI', role: 'runner', keyStart: 'mlr_ab12', createdAt: AT, renewedAt: AT }

async function openKeys(search = '', role = 'admin') {
  const serviceMembers = new MemoryServiceMemberRepository()
  serviceMembers.put('org-1', CI)
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: [role] }])
  await renderApp({ serviceMembers, organization }, `/organization-settings?section=keys${search}`)
  return { user: userEvent.setup() }
}

const rowOf = async (name: string) =>
  within(within(await screen.findByRole('table', { name: 'Keys' })).getByRole('row', { name: new RegExp(name) }))

it('creates a key with a role, names what is missing, and shows it once', async () => {
  const { user } = await openKeys('&dialog=add')

  await user.click(await screen.findByRole('button', { name: 'Create' }))
  expect(screen.getByText('Enter a name')).toBeDefined()
  expect(screen.queryByRole('radio', { name: 'Owner' })).toBeNull()
  await user.click(screen.getByLabelText('Name'))
  await user.paste('Airflow')
  await user.click(screen.getByRole('button', { name: 'Create' }))

  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Key' })).value).toBe('mlr_key1-shown-once')
  expect((await rowOf('Airflow')).getByText('Runner')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('textbox', { name: 'Key' })).toBeNull()
})

it('says what a key cannot do that is limited to flows', async () => {
  const { user } = await openKeys('&dialog=add')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByText(/It changes nothing/)).toBeNull()
  await user.click(dialog.getByRole('radio', { name: 'Chosen flows' }))
  expect(dialog.getByText(/It changes nothing/)).toBeDefined()
})

it('names who made a key, and says when nobody stands for it any more', async () => {
  const serviceMembers = new MemoryServiceMemberRepository()
  serviceMembers.put('org-1', { ...CI, createdBy: { uid: 'user-2', name: 'Grace' }, makerLeft: true })
  await renderApp({ serviceMembers }, '/organization-settings?section=keys')
  expect((await rowOf('CI')).getByText('by Grace')).toBeDefined()
  expect((await rowOf('CI')).getByText('Its maker has left. Renew it to take it over.')).toBeDefined()
})

it('gives a key to the command line that shows the code, and shows it to nobody', async () => {
  const { user } = await openKeys('&dialog=add&code=WDJB-MJHT')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Your terminal shows WDJB-MJHT')).toBeDefined()
  expect(dialog.queryByRole('checkbox', { name: /Without a stored key/ })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Command line gets its key now')).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Key' })).toBeNull()
  expect((await rowOf('Command line')).getByText('Editor')).toBeDefined()
})

it('renews a key; the one before stays valid for a while', async () => {
  const { user } = await openKeys('&dialog=edit&id=ci')
  await user.click(await screen.findByRole('button', { name: 'Renew' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Key' })).value).toBe('mlr_renewed-shown-once')
})

it('revokes a key after a question', async () => {
  const { user } = await openKeys('&dialog=delete&id=ci')
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('No keys yet')).toBeDefined()
})

it('says who may see keys to whoever may not', async () => {
  await openKeys('', 'editor')
  expect(await screen.findByText(/Admin/)).toBeDefined()
})

it('accepts tokens of GitHub in place of a stored key, and no pattern that lets others in', async () => {
  const { user } = await openKeys('&dialog=add')
  await user.click(await screen.findByLabelText('Name'))
  await user.paste('Deploy')
  await user.click(screen.getByRole('checkbox', { name: /Without a stored key/ }))
  await user.click(screen.getByRole('button', { name: 'Create' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Sign-in of Deploy without a key' }))
  await user.click(dialog.getByLabelText('Subject of the tokens'))
  await user.paste('repo:octo*')
  await user.click(dialog.getByRole('button', { name: 'Accept these tokens' }))
  expect(dialog.getByText('Enter two parts in full before a star')).toBeDefined()
  await user.clear(dialog.getByLabelText('Subject of the tokens'))
  await user.paste('repo:octo/*')
  await user.click(dialog.getByRole('button', { name: 'Accept these tokens' }))

  const accepted = within(await dialog.findByRole('list', { name: 'Accepted tokens' }))
  expect(accepted.getByText(/token.actions.githubusercontent.com/)).toBeDefined()
  expect(dialog.getByText(/MILLRACE_SERVICE_MEMBER=/)).toBeDefined()
  await user.click(accepted.getByRole('button', { name: 'Stop accepting repo:octo/*' }))
  expect(dialog.queryByRole('list', { name: 'Accepted tokens' })).toBeNull()
})

it('gives an assistant a key that needs approval to run a flow', async () => {
  const { user } = await openKeys('&dialog=add')
  await user.click(await screen.findByLabelText('Name'))
  await user.paste('Assistant')
  await user.click(screen.getByRole('checkbox', { name: /For an assistant/ }))
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect((await rowOf('Assistant')).getByText('Needs approval to run')).toBeDefined()
})

it('allows and forbids that assistants see values of rows', async () => {
  const { user } = await openKeys()
  const isAllowed = () => screen.findByRole('checkbox', { name: 'Assistants may see values of rows' })
  expect((await isAllowed()).matches(':checked')).toBe(false)
  expect(screen.getByText(/A column masked in one flow is masked or absent in all/)).toBeDefined()
  await user.click(await isAllowed())
  await waitFor(async () => expect((await isAllowed()).matches(':checked')).toBe(true))
})
