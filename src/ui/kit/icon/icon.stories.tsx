import type { Meta, StoryObj } from '@storybook/react-vite'
import { CircleCheck } from 'lucide'

import { Icon } from './icon.tsx'

const meta = {
  title: 'Kit/Icon',
  component: Icon,
  args: { of: CircleCheck, size: 16, label: 'Passed' },
  parameters: { shows: { role: 'img', name: 'Passed' } },
} satisfies Meta<typeof Icon>

export default meta
type Story = StoryObj<typeof meta>

export const Small: Story = { args: { size: 12 } }
export const Bold: Story = { args: { size: 20, strokeWidth: 3 } }
