import type { Meta, StoryObj } from '@storybook/react-vite'

import { Field } from '../field/field.tsx'
import { Select } from './select.tsx'

const meta: Meta<typeof Select> = {
  title: 'Kit/Select',
  component: Select,
  decorators: [
    (Story) => (
      <Field label="SSL mode">
        <Story />
      </Field>
    ),
  ],
  args: {
    options: [
      { value: 'prefer', label: 'prefer' },
      { value: 'require', label: 'require' },
    ],
    defaultValue: 'prefer',
  },
  parameters: { shows: { role: 'combobox', name: 'SSL mode' } },
}

export default meta
type Story = StoryObj<typeof meta>

export const Chosen: Story = {}
export const NothingChosen: Story = { args: { placeholder: 'Choose…', defaultValue: '' } }
export const Disabled: Story = { args: { disabled: true } }
