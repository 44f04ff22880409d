import type { Meta, StoryObj } from '@storybook/react-vite'

import { ResizeHandle } from './resize-handle.tsx'

const meta = {
  title: 'Kit/Resize handle',
  component: ResizeHandle,
  args: { label: 'Width of the panel', edge: 'left', size: 400, min: 320, max: 800, onResize: () => {} },
  parameters: { shows: { role: 'separator', name: 'Width of the panel' } },
  decorators: [(Story) => <div style={{ display: 'grid', height: '8rem', padding: '2rem' }}>{Story()}</div>],
} satisfies Meta<typeof ResizeHandle>

export default meta
type Story = StoryObj<typeof meta>

export const AtTheLeft: Story = {}
export const AtTheTop: Story = {
  args: { edge: 'top', label: 'Height' },
  parameters: { shows: { role: 'separator', name: 'Height' } },
}
