import type { Meta, StoryObj } from '@storybook/react-vite'

import { Progress } from './progress.tsx'

const meta = {
  title: 'Kit/Progress',
  component: Progress,
  args: { label: 'Rows moved', value: 0.4 },
  parameters: { shows: { role: 'progressbar', name: 'Rows moved' } },
} satisfies Meta<typeof Progress>

export default meta
type Story = StoryObj<typeof meta>

export const Partly: Story = {}
export const Whole: Story = { args: { value: 1 } }
export const Unknown: Story = { args: { value: undefined } }
