import type { Meta, StoryObj } from '@storybook/react-vite'

import { Button } from '../button/button.tsx'
import { Callout } from './callout.tsx'

const meta = {
  title: 'Kit/Callout',
  component: Callout,
  args: { title: 'The source could not be read', children: 'The server did not accept the password of “ada”.' },
  parameters: { shows: 'The source could not be read' },
} satisfies Meta<typeof Callout>

export default meta
type Story = StoryObj<typeof meta>

export const Neutral: Story = {}
export const Accent: Story = { args: { tone: 'accent' } }
export const Success: Story = { args: { tone: 'success' } }
export const Warning: Story = { args: { tone: 'warning', actions: <Button size="sm">Set a new password</Button> } }
export const Danger: Story = {
  args: { tone: 'danger' },
  parameters: { shows: { role: 'alert', name: '' } },
}
