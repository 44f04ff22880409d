import type { Meta, StoryObj } from '@storybook/react-vite'

import { aLargeOrganization } from '../../.storybook/long-lists.ts'
import { long } from '../../.storybook/naming.ts'
import { aBusyOrganization, aBusyOrganizationWhere, serverDown } from '../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Sources', args: { address: '/sources' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  parameters: { shows: 'No sources yet' },
}

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ connections }) => connections.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const Failed: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ connections }) => connections.failNext(serverDown)) },
  parameters: { shows: 'Sources could not be loaded', hasToast: true },
}

export const NoMatch: Story = {
  args: { address: '/sources?q=zebra', fakes: () => aBusyOrganization() },
  parameters: { shows: 'No sources match your search' },
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
  parameters: { shows: { role: 'table', name: 'Sources' } },
}

export const Adding: Story = {
  args: { address: '/sources?dialog=add', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'dialog', name: 'Add a source' } },
}

export const Deleting: Story = {
  args: { address: '/sources?dialog=delete&id=connection-1', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'alertdialog', name: /Delete Shop/ } },
}
