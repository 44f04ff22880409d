import '../../../../test/support/browser-stand-ins.ts'

import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, onTestFinished } from 'vitest'

import { Callout } from '../callout/callout.tsx'
import { Checkbox } from '../checkbox/checkbox.tsx'
import { Field } from '../field/field.tsx'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { Menu, MenuItem } from '../menu/menu.tsx'
import { TextInput } from '../text-input/text-input.tsx'
import { watchFocus } from './focus-history.ts'

type User = ReturnType<typeof userEvent.setup>

function openForm() {
  const closed: string[] = []
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <FormDialog
        title="New flow"
        submitLabel="Create"
        onSubmit={() => closed.push('saved')}
        onClose={() => closed.push('left')}
      >
        <Field label="Name">
          <TextInput defaultValue="Orders" />
        </Field>
        <Checkbox label="Every day" checked={false} onChange={() => undefined} />
        <TextInput type="search" aria-label="Search tables" />
      </FormDialog>
    </I18nProvider>,
  )
  return { closed, user: userEvent.setup({ pointerEventsCheck: 0 }) }
}

function PageWithDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        New flow
      </button>
      {isOpen && (
        <FormDialog
          title="New flow"
          submitLabel="Create"
          onSubmit={() => setOpen(false)}
          onClose={() => setOpen(false)}
        >
          <TextInput aria-label="Name" />
        </FormDialog>
      )}
    </>
  )
}

it('gives the focus back to what opened it', async () => {
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <PageWithDialog />
    </I18nProvider>,
  )
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.tab()
  await user.keyboard('{Enter}')
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Name'))
  await user.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'New flow' }))
})

function PageWithMenu() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu trigger={<button type="button">More</button>}>
        <MenuItem onSelect={() => setOpen(true)}>Rename</MenuItem>
      </Menu>
      {isOpen && (
        <FormDialog title="Rename" submitLabel="Save" onSubmit={() => setOpen(false)} onClose={() => setOpen(false)}>
          <TextInput aria-label="Name" />
        </FormDialog>
      )}
    </>
  )
}

it('gives the focus back to the button of the menu that opened it', async () => {
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <PageWithMenu />
    </I18nProvider>,
  )
  watchFocus()
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  for (const _ of ['the first time', 'and again']) {
    await user.tab()
    screen.getByRole('button', { name: 'More' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('menuitem', { name: 'Rename' })
    await user.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => document.activeElement).toBe(await screen.findByLabelText('Name'))
    await user.keyboard('{Escape}')
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'More' }))
  }
})

const question = () => screen.findByRole('alertdialog', { name: 'Discard what you typed?' })
const inForm = () => within(screen.getByRole('dialog', { hidden: true }))
const overlay = () => {
  const ground = document.querySelector<HTMLElement>('[data-state="open"]:not([role])')
  if (!ground) throw new Error('nothing lies behind the dialog')
  return ground
}

const WAYS_OUT: Readonly<Record<string, (user: User) => Promise<void>>> = {
  Escape: (user) => user.keyboard('{Escape}'),
  '×': (user) => user.click(inForm().getByRole('button', { name: 'Close' })),
  'a click outside': (user) => user.click(overlay()),
  Cancel: (user) => user.click(inForm().getByRole('button', { name: 'Cancel' })),
}

it.each(Object.entries(WAYS_OUT))('asks before %s throws away what was typed', async (_, leave) => {
  const { closed, user } = openForm()
  await user.type(screen.getByLabelText('Name'), ' to warehouse')

  await leave(user)

  await question()
  expect(document.activeElement?.textContent).toBe('Keep editing')
  expect(closed).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Orders to warehouse')

  await leave(user)
  await question()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(closed).toEqual(['left'])
})

it.each(Object.entries(WAYS_OUT))('closes at once by %s when nothing was typed', async (_, leave) => {
  const { closed, user } = openForm()

  await leave(user)

  expect(closed).toEqual(['left'])
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('lets the browser ask before the page is loaded again, only if something was typed', async () => {
  const { user } = openForm()
  const isAskedAbout = () => {
    const unload = new Event('beforeunload', { cancelable: true })
    dispatchEvent(unload)
    return unload.defaultPrevented
  }
  expect(isAskedAbout()).toBe(false)
  await user.type(screen.getByLabelText('Name'), ' again')
  expect(isAskedAbout()).toBe(true)
})

it('does not ask about what was taken back', async () => {
  const { closed, user } = openForm()
  await user.type(screen.getByLabelText('Name'), 'x{Backspace}')

  await user.keyboard('{Escape}')

  expect(closed).toEqual(['left'])
})

it('does not ask about what was searched for', async () => {
  const { closed, user } = openForm()
  await user.type(screen.getByLabelText('Search tables'), 'orders')

  await user.keyboard('{Escape}')

  expect(closed).toEqual(['left'])
})

it('goes back to the form on Escape in the question', async () => {
  const { closed, user } = openForm()
  await user.type(screen.getByLabelText('Name'), 'x')
  await user.keyboard('{Escape}')
  await question()

  await user.keyboard('{Escape}')

  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(closed).toEqual([])
})

function Refused() {
  const [isRefused, setRefused] = useState(false)
  return (
    <FormDialog title="Schedule" submitLabel="Save" onSubmit={() => setRefused(true)} onClose={() => undefined}>
      {isRefused && <Callout tone="danger">Somebody else changed the flow.</Callout>}
    </FormDialog>
  )
}

it('an error that appears below the form is scrolled into sight', async () => {
  const seen: (string | null)[] = []
  const { scrollIntoView } = Element.prototype
  Element.prototype.scrollIntoView = function () {
    seen.push(this.textContent)
  }
  onTestFinished(() => void Object.assign(Element.prototype, { scrollIntoView }))
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Refused />
    </I18nProvider>,
  )
  await userEvent.setup({ pointerEventsCheck: 0 }).click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByText('Somebody else changed the flow.')
  await expect.poll(() => seen).toEqual(['Somebody else changed the flow.'])
})
