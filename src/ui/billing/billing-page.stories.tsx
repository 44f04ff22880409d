import type { Meta, StoryObj } from '@storybook/react-vite'

import { aBusyOrganization, aBusyOrganizationWhere, serverDown } from '../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../.storybook/page-story.tsx'

const meta = { ...pageStory, title: 'Pages/Billing', args: { address: '/billing' } } satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  parameters: { shows: { role: 'heading', name: 'Payments' } },
}

export const Loading: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ billing }) => billing.holdNext()) },
  parameters: { shows: 'Loading…' },
}

export const Failed: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ billing }) => billing.failNext(serverDown)) },
  parameters: { shows: 'Billing could not be loaded', hasToast: true },
}

export const NotOffered: Story = {
  args: { fakes: () => aBusyOrganizationWhere(({ billing }) => billing.failNext({ kind: 'not-offered' })) },
  parameters: { shows: 'Billing is not set up on this server.' },
}

export const Full: Story = {
  args: { fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'heading', name: /Team plan/ } },
}

export const Bought: Story = {
  args: { address: '/billing?checkout=success', fakes: () => aBusyOrganization() },
  parameters: { shows: 'Thank you' },
}

export const Cancelled: Story = {
  args: { address: '/billing?checkout=cancelled', fakes: () => aBusyOrganization() },
  parameters: { shows: 'Nothing was bought' },
}
