import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'

import { Field } from '../field/field.tsx'
import { TextInput } from '../text-input/text-input.tsx'
import { FormDialog } from './form-dialog.tsx'

const meta = {
  title: 'Kit/Form dialog',
  component: FormDialog,
  args: {
    title: 'New flow',
    submitLabel: 'Create flow',
    children: (
      <>
        <Field label="Name">
          <TextInput defaultValue="Orders to warehouse" />
        </Field>
        <Field label="Owner">
          <TextInput defaultValue="Ada Lovelace" />
        </Field>
      </>
    ),
    onSubmit: fn(),
    onClose: fn(),
  },
  parameters: { shows: { role: 'dialog', name: /New flow/ } },
} satisfies Meta<typeof FormDialog>

export default meta
type Story = StoryObj<typeof meta>

export const Ready: Story = {}
export const Busy: Story = { args: { isBusy: true } }
export const NotAllowed: Story = { args: { disabledReason: 'Ask an owner for the right to do this' } }
