import type { Meta, StoryObj } from '@storybook/react-vite'

import { long } from '../../.storybook/naming.ts'
import { aBusyOrganization, aBusyOrganizationWhere, serverDown } from '../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Runs', args: { address: '/runs' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = { parameters: { shows: 'No runs yet' } }

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ runs }) => runs.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const Failed: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ runs }) => runs.failNext(serverDown)) },
  parameters: { shows: 'Runs could not be loaded' },
}

export const NoMatch: Story = {
  args: { address: '/runs?q=zebra', fakes: () => aBusyOrganization() },
  parameters: { shows: 'No runs match your filters' },
}

export const Full: Story = {
  args: { fakes: () => aBusyOrganization() },
  parameters: { shows: 'Stock levels' },
}

export const LongNames: Story = {
  args: { fakes: () => aBusyOrganization(long) },
  parameters: { shows: { role: 'table', name: 'Runs' } },
}
