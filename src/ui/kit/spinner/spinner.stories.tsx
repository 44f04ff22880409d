import type { Meta, StoryObj } from '@storybook/react-vite'

import { Spinner } from './spinner.tsx'

const meta = {
  title: 'Kit/Spinner',
  component: Spinner,
  render: (args) => (
    <p>
      <Spinner {...args} /> Saving…
    </p>
  ),
  parameters: { shows: 'Saving…' },
} satisfies Meta<typeof Spinner>

export default meta
type Story = StoryObj<typeof meta>

export const Middle: Story = {}
export const Largest: Story = { args: { size: 'xl' } }
