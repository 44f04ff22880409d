import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'

import { Tabs } from './tabs.tsx'

const meta = {
  title: 'Kit/Tabs',
  component: Tabs,
  args: {
    label: 'Settings',
    value: 'members',
    tabs: [
      { value: 'general', label: 'General', content: 'The name' },
      { value: 'members', label: 'Members', content: 'Who works here' },
    ],
    onChange: fn(),
  },
  parameters: { shows: 'Who works here' },
} satisfies Meta<typeof Tabs>

export default meta

export const TwoTabs: StoryObj<typeof meta> = {}
