import type { Meta, StoryObj } from '@storybook/react-vite'

import { signedOut } from '../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Register', args: { address: '/register' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const Register: Story = {
  args: { fakes: signedOut },
  parameters: { shows: { role: 'heading', name: 'Create an account' } },
}
