import type { Meta, StoryObj } from '@storybook/react-vite'
import { X } from 'lucide'
import { screen, userEvent } from 'storybook/test'

import { IconButton } from '../icon-button/icon-button.tsx'
import { TooltipLayer } from './tooltip-layer.tsx'

const meta = {
  title: 'Kit/Tooltip',
  component: TooltipLayer,
  render: () => (
    <>
      <IconButton icon={X} label="Close" />
      <TooltipLayer />
    </>
  ),
  play: async () => userEvent.hover(screen.getByRole('button', { name: 'Close' })),
  parameters: { shows: 'Close' },
} satisfies Meta<typeof TooltipLayer>

export default meta

export const OverAButton: StoryObj<typeof meta> = {}
