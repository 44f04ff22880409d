import type { Meta, StoryObj } from '@storybook/react-vite'

import { Field } from '../../../kit/field/field.tsx'
import { SqlField } from './sql-field.tsx'

const meta = {
  title: 'Flows/SQL field',
  component: SqlField,
  decorators: [
    (Story, { args }) => (
      <div style={{ maxWidth: '26rem' }}>
        <Field
          label="Query"
          hint="One SELECT from the table input"
          error={args.errorAt === undefined ? undefined : 'There is no column "totl" here: did you mean "total"?'}
        >
          <Story />
        </Field>
      </div>
    ),
  ],
  args: {
    shape: 'query',
    value: `-- The best customers\nSELECT customer_id, sum(total) AS spent\nFROM input\nWHERE status <> 'cancelled' AND total > 10.5\nGROUP BY customer_id`,
    columns: [
      { name: 'customer_id', type: 'bigint' },
      { name: 'total', type: 'numeric(12,2)' },
      { name: 'status', type: 'text' },
      { name: 'order', type: undefined },
    ],
    errorAt: undefined,
    isReadOnly: false,
    onChange: () => undefined,
  },
  parameters: { shows: { role: 'textbox', name: 'Query' } },
} satisfies Meta<typeof SqlField>

export default meta
type Story = StoryObj<typeof meta>

export const Query: Story = {}
export const Expression: Story = { args: { shape: 'expression', value: `total > 100 AND "order" IS NOT NULL` } }
export const OneLine: Story = { args: { shape: 'line', value: `round(total * 1.19, 2)` } }
export const Empty: Story = { args: { value: '' } }
export const ErrorAtItsPlace: Story = {
  args: { value: 'SELECT customer_id,\n  totl\nFROM input', errorAt: 22 },
  parameters: { shows: 'There is no column "totl" here: did you mean "total"?' },
}
export const ErrorAtTheEnd: Story = { args: { shape: 'expression', value: 'total > 5 AND', errorAt: 13 } }
export const ReadOnly: Story = { args: { isReadOnly: true } }
