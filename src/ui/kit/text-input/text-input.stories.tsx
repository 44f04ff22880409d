import type { Meta, StoryObj } from '@storybook/react-vite'

import { Field } from '../field/field.tsx'
import { TextInput } from './text-input.tsx'

const meta = {
  title: 'Kit/Text input',
  component: TextInput,
  decorators: [
    (Story) => (
      <Field label="Name">
        <Story />
      </Field>
    ),
  ],
  args: { defaultValue: 'Orders to warehouse' },
  parameters: { shows: { role: 'textbox', name: 'Name' } },
} satisfies Meta<typeof TextInput>

export default meta
type Story = StoryObj<typeof meta>

export const Filled: Story = {}
export const Empty: Story = { args: { defaultValue: '', placeholder: 'Shop to warehouse' } }
export const Disabled: Story = { args: { disabled: true } }
