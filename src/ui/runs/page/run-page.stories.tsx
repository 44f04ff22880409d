import type { Meta, StoryObj } from '@storybook/react-vite'

import { long } from '../../.storybook/naming.ts'
import { aBusyOrganization, aBusyOrganizationWhere, serverDown } from '../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Run', args: { address: '/runs/run-1' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

const at = (address: string, shows: unknown): Story => ({
  args: { address, fakes: () => aBusyOrganization() },
  parameters: { shows },
})

export const Nowhere: Story = { parameters: { shows: 'This run does not exist' } }

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ runs }) => runs.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const CouldNotBeLoaded: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ runs }) => runs.failNext(serverDown)) },
  parameters: { shows: 'The run could not be loaded' },
}

export const Succeeded: Story = at('/runs/run-1', 'Run again')

export const Failed: Story = at('/runs/run-2', 'Warehouse did not accept the password of “ada”.')

export const PartlySucceeded: Story = at('/runs/run-6', 'Partly succeeded')

export const Running: Story = at('/runs/run-3', 'Running')

export const Cancelled: Story = at('/runs/run-5', 'This run was cancelled')

export const Attempts: Story = at('/runs/run-1?tab=attempts', 'Attempt 1')

export const Tables: Story = at('/runs/run-1', { role: 'table', name: 'Tables' })

export const RejectedRows: Story = at('/runs/run-1?tab=rejects', 'public.orders · 20 rows rejected')

export const Compared: Story = at('/runs/run-1?tab=compare', { role: 'combobox', name: 'Compare with' })

export const WhatChanged: Story = at('/runs/run-1?tab=changes', 'No earlier run succeeded.')

export const LogWithoutMatch: Story = at('/runs/run-1?find=nowhere', 'No line of the log matches.')

export const LogDeleted: Story = {
  args: {
    fakes: () =>
      aBusyOrganizationWhere(({ runs }) => {
        runs.log = async () => ({ ok: true, value: { lines: [] } })
      }),
  },
  parameters: { shows: 'The log is no longer kept.' },
}

export const LogFailed: Story = {
  args: {
    fakes: () =>
      aBusyOrganizationWhere(({ runs }) => {
        runs.log = async () => ({ ok: false, failure: serverDown })
      }),
  },
  parameters: { shows: 'The log could not be loaded' },
}

export const LongNames: Story = {
  args: { fakes: () => aBusyOrganization(long) },
  parameters: { shows: long('Orders to warehouse') },
}
