import type { Meta, StoryObj } from '@storybook/react-vite'

import { TextInput } from '../text-input/text-input.tsx'
import { Field } from './field.tsx'

const meta = {
  title: 'Kit/Field',
  component: Field,
  args: { label: 'Host', children: <TextInput defaultValue="db.example.com" /> },
  parameters: { shows: { role: 'textbox', name: 'Host' } },
} satisfies Meta<typeof Field>

export default meta
type Story = StoryObj<typeof meta>

export const Labelled: Story = {}
export const WithHint: Story = { args: { hint: 'Without protocol and port.' } }
export const Required: Story = { args: { required: true } }
export const WithError: Story = {
  args: { error: 'Host is required', hint: 'Without protocol and port.' },
  parameters: { shows: 'Host is required' },
}
