import type { Meta, StoryObj } from '@storybook/react-vite'

import { long } from '../.storybook/naming.ts'
import { aBusyOrganization } from '../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Profile', args: { address: '/profile' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const Full: Story = {
  args: { fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'heading', name: 'About you' } },
}

export const Deleting: Story = {
  args: { address: '/profile?dialog=delete' },
  parameters: { shows: { role: 'alertdialog', name: /Delete your account/ } },
}

export const LongNames: Story = {
  args: { fakes: () => aBusyOrganization(long) },
  parameters: { shows: long('Ada') },
}
