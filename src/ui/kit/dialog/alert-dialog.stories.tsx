import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'

import { Callout } from '../callout/callout.tsx'
import { AlertDialog } from './alert-dialog.tsx'

const meta = {
  title: 'Kit/Alert dialog',
  component: AlertDialog,
  args: {
    title: 'Delete Shop?',
    description: 'Its settings and its password are deleted. This cannot be undone.',
    confirmLabel: 'Delete',
    onConfirm: fn(),
    onCancel: fn(),
  },
  parameters: { shows: { role: 'button', name: 'Delete' } },
} satisfies Meta<typeof AlertDialog>

export default meta
type Story = StoryObj<typeof meta>

export const Asks: Story = {}
export const Busy: Story = { args: { isBusy: true } }
export const Refused: Story = {
  args: {
    disabledReason: 'Flows use it',
    children: (
      <Callout tone="warning" title="Used by these flows">
        Orders to warehouse
      </Callout>
    ),
  },
}
export const LongName: Story = {
  args: { title: `Delete ${'quarterly_reconciliation_of_intercompany_balances_'.repeat(3)}?` },
}
