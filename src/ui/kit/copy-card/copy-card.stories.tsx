import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'

import { CopyCard } from './copy-card.tsx'

const meta = {
  title: 'Kit/Copy card',
  component: CopyCard,
  args: {
    title: 'The secret of hooks.example.com',
    description: 'It is shown only now.',
    label: 'Secret',
    value: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    copyLabel: 'Copy secret',
    onDone: fn(),
  },
  parameters: { shows: { role: 'textbox', name: 'Secret' } },
} satisfies Meta<typeof CopyCard>

export default meta
type Story = StoryObj<typeof meta>

export const OneValue: Story = {}
export const LongValue: Story = { args: { value: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'.repeat(5) } }
