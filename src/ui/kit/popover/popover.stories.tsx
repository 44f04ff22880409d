import type { Meta, StoryObj } from '@storybook/react-vite'
import { screen, userEvent } from 'storybook/test'

import { Button } from '../button/button.tsx'
import { Popover } from './popover.tsx'

const meta = {
  title: 'Kit/Popover',
  component: Popover,
  args: {
    trigger: <Button>Runs in Millrace</Button>,
    label: 'Where the step runs',
    children: 'A step before it runs in Millrace.',
  },
  play: async () => userEvent.click(screen.getByRole('button')),
  parameters: { shows: 'A step before it runs in Millrace.' },
} satisfies Meta<typeof Popover>

export default meta

export const OverAButton: StoryObj<typeof meta> = {}
