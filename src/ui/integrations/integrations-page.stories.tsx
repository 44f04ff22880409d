import type { Meta, StoryObj } from '@storybook/react-vite'

import { aLargeOrganization } from '../.storybook/long-lists.ts'
import { long } from '../.storybook/naming.ts'
import { aBusyOrganization, aBusyOrganizationWhere, serverDown } from '../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Integrations', args: { address: '/integrations' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  parameters: { shows: 'No integrations yet' },
}

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ integrations }) => integrations.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const Failed: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ integrations }) => integrations.failNext(serverDown)) },
  parameters: { shows: 'Integrations could not be loaded', hasToast: true },
}

export const NoMatch: Story = {
  args: { address: '/integrations?q=zebra', fakes: () => aBusyOrganization() },
  parameters: { shows: 'No integrations match your search' },
}

export const Full: Story = {
  args: { fakes: () => aBusyOrganization() },
  parameters: { shows: 'Mail' },
}

export const LongNames: Story = {
  args: { fakes: () => aBusyOrganization(long) },
  parameters: { shows: long('Mail') },
}

export const TenThousand: Story = {
  args: { fakes: aLargeOrganization },
  parameters: { shows: { role: 'table', name: 'Integrations' } },
}

export const Adding: Story = {
  args: { address: '/integrations?dialog=add', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'dialog', name: 'Add an integration' } },
}
