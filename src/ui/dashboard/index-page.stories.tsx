import type { Meta, StoryObj } from '@storybook/react-vite'

import { long } from '../.storybook/naming.ts'
import { aBusyOrganization, aBusyOrganizationWhere, serverDown } from '../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Index', args: { address: '/' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const NewOrganization: Story = {
  parameters: { shows: 'Getting started' },
}

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ flows }) => flows.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const Failed: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ flows }) => flows.failNext(serverDown)) },
  parameters: { shows: 'The overview could not be loaded' },
}

export const FiguresFailed: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ dashboards }) => dashboards.failNext(serverDown)) },
  parameters: { shows: 'The figures could not be loaded', hasToast: true },
}

export const Full: Story = {
  args: { fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'list', name: 'Figures' } },
}

export const LastDay: Story = {
  args: { address: '/?period=24h', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'list', name: 'Figures' } },
}

export const LongNames: Story = {
  args: { fakes: () => aBusyOrganization(long) },
  parameters: { shows: long('Stock levels') },
}
