import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'

import { Button } from '../button/button.tsx'
import { Field } from '../field/field.tsx'
import { TextInput } from '../text-input/text-input.tsx'
import { Dialog } from './dialog.tsx'

const meta = {
  title: 'Kit/Dialog',
  component: Dialog,
  args: {
    title: 'New flow',
    description: 'It can be changed later.',
    children: (
      <Field label="Name">
        <TextInput defaultValue="Orders to warehouse" />
      </Field>
    ),
    footer: <Button variant="primary">Create</Button>,
    onClose: fn(),
  },
  parameters: { shows: { role: 'dialog', name: /New flow/ } },
} satisfies Meta<typeof Dialog>

export default meta
type Story = StoryObj<typeof meta>

export const Middle: Story = {}
export const Small: Story = { args: { size: 'sm' } }
export const Large: Story = { args: { size: 'lg' } }
export const LongerThanTheWindow: Story = {
  args: { children: <p>{'public.orders, public.customers, '.repeat(400)}</p> },
}
export const LongName: Story = {
  args: { title: `New flow ${'quarterly_reconciliation_of_intercompany_balances_'.repeat(3)}` },
}
