import type { Meta, StoryObj } from '@storybook/react-vite'

import { Button } from '../button/button.tsx'
import { PageHeader } from './page-header.tsx'

const meta = {
  title: 'Kit/Page header',
  component: PageHeader,
  args: { title: 'Sources', description: 'Where your flows read from.' },
  parameters: { shows: { role: 'heading', name: /Sources/ } },
} satisfies Meta<typeof PageHeader>

export default meta
type Story = StoryObj<typeof meta>

export const Described: Story = {}
export const WithActions: Story = { args: { actions: <Button variant="primary">Add source</Button> } }
export const LongName: Story = {
  args: {
    title: `Sources ${'quarterly_reconciliation_of_intercompany_balances_'.repeat(3)}`,
    actions: <Button variant="primary">Add source</Button>,
  },
}
