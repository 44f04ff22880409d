import type { Meta, StoryObj } from '@storybook/react-vite'

import { aLargeOrganization } from '../../.storybook/long-lists.ts'
import { long } from '../../.storybook/naming.ts'
import { aBusyOrganization, aBusyOrganizationWhere, serverDown } from '../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Destinations', args: { address: '/destinations' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  parameters: { shows: 'No destinations yet' },
}

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ connections }) => connections.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const Failed: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ connections }) => connections.failNext(serverDown)) },
  parameters: { shows: 'Destinations could not be loaded', hasToast: true },
}

export const NoMatch: Story = {
  args: { address: '/destinations?q=zebra', fakes: () => aBusyOrganization() },
  parameters: { shows: 'No destinations match your search' },
}

export const Full: Story = {
  args: { fakes: () => aBusyOrganization() },
  parameters: { shows: 'Shop' },
}

export const LongNames: Story = {
  args: { fakes: () => aBusyOrganization(long) },
  parameters: { shows: long('Shop') },
}

export const TenThousand: Story = {
  args: { fakes: aLargeOrganization },
  parameters: { shows: { role: 'table', name: 'Destinations' } },
}

export const Adding: Story = {
  args: { address: '/destinations?dialog=add', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'dialog', name: 'Add a destination' } },
}

export const Deleting: Story = {
  args: { address: '/destinations?dialog=delete&id=connection-1', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'alertdialog', name: /Delete Shop/ } },
}
