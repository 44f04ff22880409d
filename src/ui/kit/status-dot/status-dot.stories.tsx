import type { Meta, StoryObj } from '@storybook/react-vite'

import { StatusDot } from './status-dot.tsx'

const meta = {
  title: 'Kit/Status dot',
  component: StatusDot,
  args: { tone: 'success' },
  render: (args) => (
    <p>
      <StatusDot {...args} /> Last run
    </p>
  ),
  parameters: { shows: 'Last run' },
} satisfies Meta<typeof StatusDot>

export default meta
type Story = StoryObj<typeof meta>

export const Neutral: Story = { args: { tone: 'neutral' } }
export const Success: Story = {}
export const Warning: Story = { args: { tone: 'warning' } }
export const Danger: Story = { args: { tone: 'danger' } }
export const Live: Story = { args: { tone: 'accent', isLive: true } }
