import type { Meta, StoryObj } from '@storybook/react-vite'

import { type PageArgs, pageStory } from '../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Not found', args: { address: '/nowhere/at/all' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const NotFound: Story = {
  parameters: { shows: 'Page not found' },
}
