import type { Meta, StoryObj } from '@storybook/react-vite'

import { Callout } from '../callout/callout.tsx'
import { PageHeader } from '../page-header/page-header.tsx'
import { Page, Stack, Toolbar } from './page.tsx'

const meta = {
  title: 'Kit/Page',
  component: Page,
  args: {
    children: (
      <>
        <PageHeader title="Flows" description="What is moved, from where to where." />
        <Toolbar>Search and filters</Toolbar>
        <Stack>
          <Callout>One part</Callout>
          <Callout>Another part</Callout>
        </Stack>
      </>
    ),
  },
  parameters: { layout: 'fullscreen', shows: { role: 'heading', name: 'Flows' } },
} satisfies Meta<typeof Page>

export default meta
type Story = StoryObj<typeof meta>

export const Wide: Story = {}
export const Full: Story = { args: { width: 'full' } }
