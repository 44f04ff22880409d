import type { Meta, StoryObj } from '@storybook/react-vite'

import { ConditionField } from './condition-field.tsx'

const meta = {
  title: 'Flows/Condition of a filter',
  component: ConditionField,
  decorators: [
    (Story) => (
      <div style={{ maxWidth: '26rem' }}>
        <Story />
      </div>
    ),
  ],
  args: {
    label: 'Keep rows where',
    hint: `Such as total > 0 AND status = 'paid'`,
    value: '',
    columns: [
      { name: 'total', type: 'numeric(12,2)' },
      { name: 'status', type: 'text' },
      { name: 'paid', type: 'boolean' },
      { name: 'placed_on', type: 'date' },
      { name: 'a_column_with_a_very_long_name_that_somebody_has_exported_from_a_spreadsheet', type: 'text' },
    ],
    problem: undefined,
    isReadOnly: false,
    onChange: () => undefined,
  },
  parameters: { shows: { role: 'group', name: 'Keep rows where' } },
} satisfies Meta<typeof ConditionField>

export default meta
type Story = StoryObj<typeof meta>

export const New: Story = {}
export const Rules: Story = {
  args: {
    value: `total BETWEEN 10 AND 99.5 AND status ILIKE '%paid%' AND paid = true AND placed_on >= '2026-01-31'
      AND a_column_with_a_very_long_name_that_somebody_has_exported_from_a_spreadsheet IN ('one', 'two')`,
  },
  parameters: { shows: { role: 'group', name: 'Rule 5' } },
}
export const Groups: Story = {
  args: { value: `total > 0 AND (status = 'open' OR paid = false) AND (placed_on IS NULL OR status = 'new')` },
  parameters: { shows: { role: 'group', name: 'Group 3' } },
}
export const Missing: Story = {
  args: { value: 'total > ?\nAND ? = ?', problem: { kind: 'gap', at: { setting: 'where' } } },
  parameters: { shows: 'Fill this in' },
}
export const Refused: Story = {
  args: {
    value: `totl > '5x'`,
    problem: { kind: 'refused', message: 'There is no column "totl" here.', at: { setting: 'where' }, position: 0 },
  },
  parameters: { shows: 'There is no column "totl" here.' },
}
export const SqlOnly: Story = {
  args: { value: `lower(status) = 'paid'` },
  parameters: { shows: 'The builder only compares columns with values.' },
}
export const ColumnsUnknown: Story = { args: { columns: undefined, value: `total > 5` } }
export const ReadOnly: Story = { args: { isReadOnly: true, value: `total > 5 OR status = 'open'` } }
