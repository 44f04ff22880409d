import type { Meta, StoryObj } from '@storybook/react-vite'
import { screen, userEvent } from 'storybook/test'

import { type PageArgs, pageStory } from '../.storybook/page-story.tsx'

const meta = {
  ...pageStory,
  title: 'Pages/Create an organization',
  args: { address: '/organization/create' },
} satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const Another: Story = {
  parameters: { shows: { role: 'textbox', name: 'Organization name' } },
}

export const WhatIsMissing: Story = {
  play: async () => userEvent.click(await screen.findByRole('button', { name: 'Create organization' })),
  parameters: { shows: 'Organization name is required' },
}
