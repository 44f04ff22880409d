import type { Meta, StoryObj } from '@storybook/react-vite'

import { aLargeOrganization } from '../../.storybook/long-lists.ts'
import { long } from '../../.storybook/naming.ts'
import {
  aBusyOrganization,
  aBusyOrganizationWhere,
  aRestoredOrganization,
  serverDown,
} from '../../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Flows', args: { address: '/flows' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = { parameters: { shows: 'No flows yet' } }

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ flows }) => flows.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const Failed: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ flows }) => flows.failNext(serverDown)) },
  parameters: { shows: 'Flows could not be loaded' },
}

export const NoMatch: Story = {
  args: { address: '/flows?q=zebra', fakes: () => aBusyOrganization() },
  parameters: { shows: 'No flows match your filters' },
}

export const Full: Story = {
  args: { fakes: () => aBusyOrganization() },
  parameters: { shows: 'Orders to warehouse' },
}

export const LongNames: Story = {
  args: { fakes: () => aBusyOrganization(long) },
  parameters: { shows: long('Orders to warehouse') },
}

export const Schedule: Story = {
  args: { address: '/flows?dialog=schedule&id=flow-1', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'region', name: 'Next runs' } },
}

export const AfterOthers: Story = {
  args: { address: '/flows?dialog=schedule&id=flow-3', fakes: () => aBusyOrganization() },
  parameters: { shows: 'All have succeeded' },
}

export const InboundUrl: Story = {
  args: { address: '/flows?dialog=inbound&id=flow-1', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'region', name: 'Example for a shell' } },
}

export const NoInboundUrl: Story = {
  args: { address: '/flows?dialog=inbound&id=flow-2', fakes: () => aBusyOrganization() },
  parameters: { shows: 'Create the URL' },
}

export const Order: Story = {
  args: { address: '/flows?view=order', fakes: () => aBusyOrganization() },
  parameters: { shows: 'A deleted flow' },
}

export const OrderWithConnections: Story = {
  args: { address: '/flows?view=connections', fakes: () => aBusyOrganization(long) },
  parameters: { shows: 'moves rows' },
}

export const OrderOfThousands: Story = {
  args: { address: '/flows?view=order', fakes: aLargeOrganization },
  parameters: { shows: { role: 'region', name: 'Graph of flows' } },
}

export const ConnectionsOfThousands: Story = {
  args: { address: '/flows?view=connections', fakes: aLargeOrganization },
  parameters: { shows: { role: 'region', name: 'Graph of flows' } },
}

export const OneFlowInTheOrder: Story = {
  args: { address: '/flows?view=order&flow=flow-3', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'button', name: 'Show all flows' } },
}

export const OneConnection: Story = {
  args: { address: '/flows?view=connections&connection=connection-2', fakes: () => aBusyOrganization() },
  parameters: { shows: 'moves rows' },
}

export const OrderWithoutFlows: Story = {
  args: { address: '/flows?view=order' },
  parameters: { shows: 'No flows yet' },
}

export const Restored: Story = {
  args: { fakes: aRestoredOrganization },
  parameters: { shows: 'Paused' },
}

export const RestoredSchedule: Story = {
  args: { address: '/flows?dialog=schedule&id=flow-1', fakes: aRestoredOrganization },
  parameters: { shows: 'Paused after the restore' },
}

export const TenThousand: Story = {
  args: { fakes: aLargeOrganization },
  parameters: { shows: { role: 'table', name: 'Flows' } },
}

export const Grouped: Story = {
  args: { address: '/flows?group=owner', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'button', name: /^Ada Lovelace/ } },
}

export const Comfortable: Story = {
  args: { address: '/flows?density=comfortable', fakes: () => aBusyOrganization() },
  parameters: { shows: '2 steps' },
}

const failing = {
  id: 'view-1',
  list: 'flows',
  name: 'What fails',
  isShared: true,
  search: { state: 'failed' },
} as const

export const SavedView: Story = {
  args: {
    address: '/flows?state=failed&saved=view-1',
    fakes: () =>
      aBusyOrganizationWhere(({ views }) => {
        views.views = [failing]
      }),
  },
  parameters: { shows: { role: 'button', name: 'View: What fails' } },
}
