import type { Meta, StoryObj } from '@storybook/react-vite'
import { Play } from 'lucide'

import { Button } from './button.tsx'

const meta = {
  title: 'Kit/Button',
  component: Button,
  args: { children: 'Run' },
  parameters: { shows: { role: 'button', name: /Run/ } },
} satisfies Meta<typeof Button>

export default meta
type Story = StoryObj<typeof meta>

export const Secondary: Story = {}
export const Primary: Story = { args: { variant: 'primary', icon: Play } }
export const Ghost: Story = { args: { variant: 'ghost', size: 'sm' } }
export const Danger: Story = { args: { variant: 'danger' } }
export const Busy: Story = { args: { variant: 'primary', isBusy: true } }
export const Disabled: Story = { args: { disabledReason: 'Needs at least the role Editor' } }
export const LongName: Story = { args: { children: 'Run it now, for all of the tables and from the very beginning' } }
