import type { Meta, StoryObj } from '@storybook/react-vite'

import { Button } from '../button/button.tsx'
import { Cell, Row, Table } from './table.tsx'

const rowsOf = (...names: readonly string[]) =>
  names.map((name) => (
    <Row key={name}>
      <Cell>{name}</Cell>
      <Cell isSecondary>1 hour ago</Cell>
      <Cell align="end">
        <Button size="sm">Run</Button>
      </Cell>
    </Row>
  ))

const meta = {
  title: 'Kit/Table',
  component: Table,
  args: {
    label: 'Flows',
    columns: [{ label: 'Name' }, { label: 'Last run', isSecondary: true }, { label: 'Actions', isHidden: true }],
    children: rowsOf('Orders', 'Customers'),
  },
  parameters: { shows: { role: 'table', name: 'Flows' } },
} satisfies Meta<typeof Table>

export default meta
type Story = StoryObj<typeof meta>

export const Rows: Story = {}
export const LongNames: Story = {
  args: { children: rowsOf('quarterly_reconciliation_of_intercompany_balances_'.repeat(3), 'Orders') },
}
