import type { Meta, StoryObj } from '@storybook/react-vite'

import { Skeleton, SkeletonRows } from './skeleton.tsx'

const meta = {
  title: 'Kit/Skeleton',
  component: SkeletonRows,
  parameters: { shows: 'Loading…' },
} satisfies Meta<typeof SkeletonRows>

export default meta
type Story = StoryObj<typeof meta>

export const Rows: Story = {}
export const TwoRows: Story = { args: { count: 2 } }
export const Bar: Story = {
  render: () => (
    <p>
      Rows moved <Skeleton width="8rem" />
    </p>
  ),
  parameters: { shows: 'Rows moved' },
}
