import type { Meta, StoryObj } from '@storybook/react-vite'
import { X } from 'lucide'

import { IconButton } from './icon-button.tsx'

const meta = {
  title: 'Kit/Icon button',
  component: IconButton,
  args: { icon: X, label: 'Close' },
  parameters: { shows: { role: 'button', name: 'Close' } },
} satisfies Meta<typeof IconButton>

export default meta
type Story = StoryObj<typeof meta>

export const Smallest: Story = { args: { size: 'xs' } }
export const Middle: Story = {}
export const Largest: Story = { args: { size: 'xl' } }
