import '../../../test/support/browser-stand-ins.ts'

import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { BackGuardContext } from '../kit/dialog/back-guard.ts'
import { Field } from '../kit/field/field.tsx'
import { FormDialog } from '../kit/form-dialog/form-dialog.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { useBackGuard } from './use-back-guard.ts'

const root = createRootRoute({
  component: () => (
    <BackGuardContext value={useBackGuard}>
      <Outlet />
    </BackGuardContext>
  ),
})

function NewFlow() {
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/' as string })
  return (
    <FormDialog title="New flow" submitLabel="Create" onSubmit={leave} onClose={leave}>
      <Field label="Name">
        <TextInput />
      </Field>
    </FormDialog>
  )
}

/** A list, and over it, one step later in the browser's history, a form. */
async function openForm() {
  const history = createBrowserHistory()
  const router = createRouter({
    history,
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Flows</h1> }),
      createRoute({ getParentRoute: () => root, path: '/new', component: NewFlow }),
    ]),
  })
  await router.navigate({ to: '/' as string })
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <RouterProvider router={router as never} />
    </I18nProvider>,
  )
  await screen.findByText('Flows')
  await router.navigate({ to: '/new' as string })
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  return { user, name: await screen.findByLabelText<HTMLInputElement>('Name'), end: () => history.destroy() }
}

it('asks before the browser’s Back throws away what was typed', async () => {
  const { user, name, end } = await openForm()
  await user.type(name, 'Orders')

  window.history.back()
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))

  await expect.poll(() => window.location.pathname).toBe('/new')
  expect(name.isConnected && name.value).toBe('Orders')
  expect(screen.queryByRole('alertdialog')).toBeNull()

  window.history.back()
  await user.click(await screen.findByRole('button', { name: 'Discard' }))

  expect(await screen.findByText('Flows')).toBeDefined()
  expect(window.location.pathname).toBe('/')
  end()
})

it('goes back at once when nothing was typed', async () => {
  const { end } = await openForm()

  window.history.back()

  expect(await screen.findByText('Flows')).toBeDefined()
  end()
})

it('does not ask once it is saved', async () => {
  const { user, name, end } = await openForm()
  await user.type(name, 'Orders')

  await user.click(screen.getByRole('button', { name: 'Create' }))

  expect(await screen.findByText('Flows')).toBeDefined()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  end()
})
