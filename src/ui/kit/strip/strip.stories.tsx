import type { Meta, StoryObj } from '@storybook/react-vite'
import { CloudOff, Compass } from 'lucide'

import { Button } from '../button/button.tsx'
import { Strip } from './strip.tsx'

const meta = {
  title: 'Kit/Strip',
  component: Strip,
  args: { tone: 'warning', icon: CloudOff, children: 'The server cannot be reached.' },
  parameters: { shows: 'The server cannot be reached.' },
} satisfies Meta<typeof Strip>

export default meta
type Story = StoryObj<typeof meta>

export const Warning: Story = {}
export const WithAction: Story = { args: { tone: 'accent', icon: Compass, actions: <Button size="sm">Next</Button> } }
