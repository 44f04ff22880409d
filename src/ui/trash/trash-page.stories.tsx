import type { Meta, StoryObj } from '@storybook/react-vite'

import { long } from '../.storybook/naming.ts'
import { aBusyOrganization, aBusyOrganizationWhere, serverDown } from '../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Trash', args: { address: '/trash' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  parameters: { shows: 'The trash is empty' },
}

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ trash }) => trash.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const Failed: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ trash }) => trash.failNext(serverDown)) },
  parameters: { shows: 'The trash could not be loaded' },
}

export const NoMatch: Story = {
  args: { address: '/trash?q=zebra', fakes: () => aBusyOrganization() },
  parameters: { shows: 'Nothing in the trash matches your search' },
}

export const Full: Story = {
  args: { fakes: () => aBusyOrganization() },
  parameters: { shows: 'Old orders' },
}

export const LongNames: Story = {
  args: { fakes: () => aBusyOrganization(long) },
  parameters: { shows: long('Old orders') },
}

export const Deleting: Story = {
  args: { address: '/trash?dialog=delete&id=trash-2', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'alertdialog', name: 'Delete Old shop now?' } },
}
