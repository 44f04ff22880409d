import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'

import { Switch } from './switch.tsx'

const meta = {
  title: 'Kit/Switch',
  component: Switch,
  args: { label: 'Enabled', checked: true, onChange: fn() },
  parameters: { shows: { role: 'switch', name: 'Enabled' } },
} satisfies Meta<typeof Switch>

export default meta
type Story = StoryObj<typeof meta>

export const On: Story = {}
export const Off: Story = { args: { checked: false } }
export const Disabled: Story = { args: { disabledReason: 'Needs at least the role Editor' } }
