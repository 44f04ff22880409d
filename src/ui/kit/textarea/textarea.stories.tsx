import type { Meta, StoryObj } from '@storybook/react-vite'

import { Field } from '../field/field.tsx'
import { Textarea } from './textarea.tsx'

const meta = {
  title: 'Kit/Textarea',
  component: Textarea,
  decorators: [
    (Story) => (
      <Field label="Service Account Key">
        <Story />
      </Field>
    ),
  ],
  args: { defaultValue: '{\n  "type": "service_account"\n}' },
  parameters: { shows: { role: 'textbox', name: 'Service Account Key' } },
} satisfies Meta<typeof Textarea>

export default meta
type Story = StoryObj<typeof meta>

export const Filled: Story = {}
export const Taller: Story = { args: { rows: 10 } }
