import type { Meta, StoryObj } from '@storybook/react-vite'
import { screen, userEvent } from 'storybook/test'

import { Field } from '../field/field.tsx'
import { PasswordInput } from './password-input.tsx'

const meta = {
  title: 'Kit/Password input',
  component: PasswordInput,
  decorators: [
    (Story) => (
      <Field label="Password">
        <Story />
      </Field>
    ),
  ],
  args: { defaultValue: 'correct horse' },
} satisfies Meta<typeof PasswordInput>

export default meta
type Story = StoryObj<typeof meta>

export const Hidden: Story = { parameters: { shows: { role: 'button', name: 'Show' } } }

export const Shown: Story = {
  play: async () => userEvent.click(screen.getByRole('button', { pressed: false })),
  parameters: { shows: { role: 'textbox', name: 'Password' } },
}
