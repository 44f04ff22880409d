import type { Meta, StoryObj } from '@storybook/react-vite'

import { Button } from '../button/button.tsx'
import { Card } from './card.tsx'

const meta = {
  title: 'Kit/Card',
  component: Card,
  args: { title: 'Slowest flows', children: 'Orders to warehouse' },
  parameters: { shows: { role: 'region', name: 'Slowest flows' } },
} satisfies Meta<typeof Card>

export default meta
type Story = StoryObj<typeof meta>

export const Titled: Story = {}
export const WithActions: Story = {
  args: { description: 'Median duration of their runs.', actions: <Button size="sm">Show as a table</Button> },
}
export const Plain: Story = { args: { title: undefined }, parameters: { shows: 'Orders to warehouse' } }
