import type { Meta, StoryObj } from '@storybook/react-vite'

import { Avatar } from './avatar.tsx'

const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="teal"/></svg>')}`

const meta = {
  title: 'Kit/Avatar',
  component: Avatar,
  args: { name: 'Ada Lovelace' },
  parameters: { shows: 'AL' },
} satisfies Meta<typeof Avatar>

export default meta
type Story = StoryObj<typeof meta>

export const Initials: Story = {}
export const OfAnAddress: Story = { args: { name: 'ada@example.com' }, parameters: { shows: 'AE' } }
export const Picture: Story = { args: { imageUrl: PICTURE, size: 'xl' } }
export const Square: Story = { args: { shape: 'square', size: 'sm' } }
