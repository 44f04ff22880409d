import type { Meta, StoryObj } from '@storybook/react-vite'

import { SampleTable } from './sample-table.tsx'

const columns = [
  { name: 'id', type: 'integer' },
  { name: 'email', type: 'text' },
  { name: 'note', type: 'text' },
]
const rows = [
  ['1', 'ada@example.com', null],
  ['2', 'grace@example.com', ''],
]

const meta = {
  title: 'Kit/Sample table',
  component: SampleTable,
  args: { label: 'Rows of orders', columns, rows },
  parameters: { shows: { role: 'region', name: 'Rows of orders' } },
} satisfies Meta<typeof SampleTable>

export default meta
type Story = StoryObj<typeof meta>

export const Rows: Story = {}
export const Marks: Story = {
  args: {
    marks: new Map([
      ['id', 'gone'],
      ['email', 'changed'],
      ['note', 'new'],
    ] as const),
    isChanged: (row) => row === 0,
  },
  parameters: { shows: 'changed' },
}
export const Stale: Story = { args: { isStale: true } }
export const NoRows: Story = { args: { rows: [] } }
export const LongValues: Story = {
  args: {
    columns: [{ name: 'quarterly_reconciliation_of_intercompany_balances', type: 'text' }, ...columns],
    rows: rows.map((row) => ['a value that goes on and on and on '.repeat(30), ...row]),
  },
}

const many = Array.from({ length: 500 }, (_, at) => ({
  name: `column_${at + 1}`,
  type: at % 3 === 0 ? 'bigint' : 'text',
}))
/** Only visible cells are in the document. */
export const FiveHundredColumns: Story = {
  args: {
    label: 'Rows of a wide table',
    columns: many,
    rows: Array.from({ length: 100 }, (_, row) => many.map(({ name }) => `${name} of ${row + 1}`)),
  },
  parameters: { shows: 'column_1 of 1' },
}
