import type { Meta, StoryObj } from '@storybook/react-vite'

import { BreakableText } from './breakable-text.tsx'

const meta = {
  title: 'Kit/Breakable text',
  component: BreakableText,
  args: { text: 'somebody.with.a.long.name@subsidiary.example.com' },
  parameters: { shows: 'somebody.with.a.long.name@subsidiary.example.com' },
  decorators: [
    (Story) => (
      <div style={{ width: '10rem' }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof BreakableText>

export default meta

export const Address: StoryObj<typeof meta> = {}
