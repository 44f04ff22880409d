import type { Meta, StoryObj } from '@storybook/react-vite'

import { ConsequenceList } from './consequence-list.tsx'

const meta = {
  title: 'Kit/Consequence list',
  component: ConsequenceList,
  args: { items: ['Its runs and their logs are deleted.', 'What it wrote stays where it is.'] },
  parameters: { shows: 'What it wrote stays where it is.' },
} satisfies Meta<typeof ConsequenceList>

export default meta

export const Two: StoryObj<typeof meta> = {}
