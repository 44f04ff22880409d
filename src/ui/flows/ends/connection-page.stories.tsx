import type { Meta, StoryObj } from '@storybook/react-vite'

import { long } from '../../.storybook/naming.ts'
import { aBusyOrganization } from '../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../.storybook/page-story.tsx'

const meta = {
  ...pageStory,
  title: 'Pages/Connection',
  args: { address: '/sources/connection-1', fakes: () => aBusyOrganization() },
} satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const Source: Story = { parameters: { shows: { role: 'list', name: 'Flows' } } }

export const Destination: Story = {
  args: { address: '/destinations/connection-2' },
  parameters: { shows: { role: 'list', name: 'Flows' } },
}

export const LongNames: Story = {
  args: { fakes: () => aBusyOrganization(long) },
  parameters: { shows: { role: 'list', name: 'Flows' } },
}

export const Gone: Story = {
  args: { address: '/sources/nowhere' },
  parameters: { shows: 'This connection does not exist' },
}
