import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'

import { Checkbox } from './checkbox.tsx'

const meta = {
  title: 'Kit/Checkbox',
  component: Checkbox,
  args: { label: 'public.orders', checked: false, onChange: fn() },
  parameters: { shows: { role: 'checkbox', name: 'public.orders' } },
} satisfies Meta<typeof Checkbox>

export default meta
type Story = StoryObj<typeof meta>

export const Off: Story = {}
export const On: Story = { args: { checked: true } }
export const Some: Story = { args: { checked: 'indeterminate' } }
export const Disabled: Story = { args: { checked: true, disabled: true } }
export const WithoutLabel: Story = { args: { hideLabel: true } }
