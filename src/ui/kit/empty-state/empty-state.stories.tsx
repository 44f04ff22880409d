import type { Meta, StoryObj } from '@storybook/react-vite'
import { SearchX, Workflow } from 'lucide'

import { Button } from '../button/button.tsx'
import { EmptyState } from './empty-state.tsx'

const meta = {
  title: 'Kit/Empty state',
  component: EmptyState,
  args: {
    icon: Workflow,
    title: 'No flows yet',
    children: 'A flow moves tables from a source to a destination.',
    actions: <Button variant="primary">Create your first flow</Button>,
  },
  parameters: { shows: { role: 'heading', name: 'No flows yet' } },
} satisfies Meta<typeof EmptyState>

export default meta
type Story = StoryObj<typeof meta>

export const NothingYet: Story = {}
export const NoMatch: Story = {
  args: { icon: SearchX, title: 'No flows match your filters', children: undefined, actions: <Button>Clear</Button> },
  parameters: { shows: 'No flows match your filters' },
}
export const WholePage: Story = { args: { isWholePage: true } }
