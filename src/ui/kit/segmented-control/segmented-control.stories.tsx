import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'

import { SegmentedControl } from './segmented-control.tsx'

const meta = {
  title: 'Kit/Segmented control',
  component: SegmentedControl,
  args: {
    label: 'Period',
    value: '7d',
    options: [
      { value: '24h', label: '24 hours' },
      { value: '7d', label: '7 days' },
      { value: '30d', label: '30 days' },
    ],
    onChange: fn(),
  },
  parameters: { shows: { role: 'radio', name: '7 days' } },
} satisfies Meta<typeof SegmentedControl>

export default meta

export const OneOfThree: StoryObj<typeof meta> = {}
