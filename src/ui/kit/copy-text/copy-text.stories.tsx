import type { Meta, StoryObj } from '@storybook/react-vite'

import { CopyText } from './copy-text.tsx'

const meta = {
  title: 'Kit/Copy text',
  component: CopyText,
  args: { label: 'For the administrator', text: 'GRANT SELECT ON public.orders TO reader;' },
  parameters: { shows: { role: 'button', name: 'Copy: For the administrator' } },
} satisfies Meta<typeof CopyText>

export default meta
type Story = StoryObj<typeof meta>

export const OneLine: Story = {}
export const LongLines: Story = {
  args: { text: `${'GRANT SELECT ON public.orders TO reader; '.repeat(6)}\n`.repeat(4) },
}
