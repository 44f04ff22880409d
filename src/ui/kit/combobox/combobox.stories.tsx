import type { Meta, StoryObj } from '@storybook/react-vite'
import { Plus } from 'lucide'
import { fn } from 'storybook/test'

import { Field } from '../field/field.tsx'
import { Combobox } from './combobox.tsx'

const meta = {
  title: 'Kit/Combobox',
  component: Combobox,
  args: {
    value: 'berlin',
    options: [
      { value: 'berlin', label: 'Europe/Berlin', detail: 'GMT+1', words: 'Central European Time' },
      { value: 'utc', label: 'UTC', detail: 'GMT' },
    ],
    placeholder: 'Choose a time zone',
    nothing: 'Nothing matches',
    onChange: fn(),
  },
  render: (args) => (
    <Field label="Time zone">
      <Combobox {...args} />
    </Field>
  ),
  parameters: { shows: { role: 'combobox', name: 'Time zone' } },
} satisfies Meta<typeof Combobox>

export default meta
type Story = StoryObj<typeof meta>

export const Chosen: Story = {}

export const WithAnAction: Story = {
  args: { value: '', action: { label: 'Add a source', icon: Plus, onSelect: fn() } },
}
