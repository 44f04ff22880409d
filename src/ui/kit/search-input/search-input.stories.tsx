import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'

import { SearchInput } from './search-input.tsx'

const meta = {
  title: 'Kit/Search input',
  component: SearchInput,
  args: { label: 'Search flows', value: '', onChange: fn() },
  parameters: { shows: { role: 'searchbox', name: 'Search flows' } },
} satisfies Meta<typeof SearchInput>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Searching: Story = {
  args: { value: 'orders' },
  parameters: { shows: { role: 'button', name: 'Clear search' } },
}
