import type { Meta, StoryObj } from '@storybook/react-vite'

import { fillAlerts } from '../.storybook/alert-fakes.ts'
import { long } from '../.storybook/naming.ts'
import { aBusyOrganization, aBusyOrganizationWhere, serverDown } from '../.storybook/organization-fakes.ts'
import { type PageArgs, pageStory } from '../.storybook/page-story.tsx'

const meta = {
  ...pageStory,
  title: 'Pages/Organization settings',
  args: { address: '/organization-settings' },
} satisfies Meta<PageArgs>

export default meta
type Story = StoryObj<typeof meta>

export const EditsOfFlows: Story = {
  args: {
    fakes: () =>
      aBusyOrganizationWhere(({ organization }) => {
        const { organizations } = organization.get()
        organization.load(organizations.map((known) => ({ ...known, publishing: 'draft' })))
      }),
  },
  parameters: { shows: 'When edits go live' },
}

export const General: Story = {
  args: { fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'textbox', name: 'Organization name' } },
}

export const Deleting: Story = {
  args: { address: '/organization-settings?dialog=delete', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'alertdialog', name: /Delete Analytical Engines/ } },
}

export const Members: Story = {
  args: { address: '/organization-settings?section=members', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'table', name: 'Members' } },
}

export const MembersLoading: Story = {
  args: {
    address: '/organization-settings?section=members',
    fakes: () => aBusyOrganizationWhere(({ members }) => members.holdNext()),
  },
  parameters: { shows: 'Loading…' },
}

export const MembersFailed: Story = {
  args: {
    address: '/organization-settings?section=members',
    fakes: () => aBusyOrganizationWhere(({ members }) => members.failNext(serverDown)),
  },
  parameters: { shows: 'Members could not be loaded', hasToast: true },
}

export const Invitations: Story = {
  args: { address: '/organization-settings?section=invitations', fakes: () => aBusyOrganization() },
  parameters: { shows: 'katherine@example.com' },
}

export const NoInvitations: Story = {
  args: { address: '/organization-settings?section=invitations' },
  parameters: { shows: 'No open invitations' },
}

export const InvitationsLoading: Story = {
  args: {
    address: '/organization-settings?section=invitations',
    fakes: () => aBusyOrganizationWhere(({ invitations }) => invitations.holdNext()),
  },
  parameters: { shows: 'Loading…' },
}

export const InvitationsFailed: Story = {
  args: {
    address: '/organization-settings?section=invitations',
    fakes: () => aBusyOrganizationWhere(({ invitations }) => invitations.failNext(serverDown)),
  },
  parameters: { shows: 'Invitations could not be loaded' },
}

export const Roles: Story = {
  args: { address: '/organization-settings?section=roles', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'region', name: 'Roles' } },
}

export const Alerts: Story = {
  args: { address: '/organization-settings?section=alerts', fakes: () => aBusyOrganizationWhere(fillAlerts) },
  parameters: { shows: { role: 'table', name: 'Alert channels' } },
}

export const NoAlerts: Story = {
  args: { address: '/organization-settings?section=alerts' },
  parameters: { shows: 'Nobody is notified yet' },
}

export const AnAlertThatWasSent: Story = {
  args: {
    address: '/organization-settings?section=alerts&dialog=message&id=d-1',
    fakes: () => aBusyOrganizationWhere(fillAlerts),
  },
  parameters: { shows: { role: 'region', name: 'Body' } },
}

export const AddingAnAlertChannel: Story = {
  args: {
    address: '/organization-settings?section=alerts&dialog=add',
    fakes: () => aBusyOrganizationWhere(fillAlerts),
  },
  parameters: { shows: { role: 'dialog', name: 'Add a channel' } },
}

export const AlertsLoading: Story = {
  args: {
    address: '/organization-settings?section=alerts',
    fakes: () => aBusyOrganizationWhere(({ alerts }) => alerts.holdNext()),
  },
  parameters: { shows: 'Loading…' },
}

export const AlertsFailed: Story = {
  args: {
    address: '/organization-settings?section=alerts',
    fakes: () => aBusyOrganizationWhere(({ alerts }) => alerts.failNext(serverDown)),
  },
  parameters: { shows: 'Alerts could not be loaded' },
}

export const AuditLog: Story = {
  args: { address: '/organization-settings?section=audit', fakes: () => aBusyOrganization() },
  parameters: { shows: 'Orders' },
}

export const EmptyAuditLog: Story = {
  args: { address: '/organization-settings?section=audit' },
  parameters: { shows: 'Nothing has happened yet' },
}

export const AuditLogWithoutMatch: Story = {
  args: { address: '/organization-settings?section=audit&action=flow.deleted', fakes: () => aBusyOrganization() },
  parameters: { shows: 'Nothing matches your filters' },
}

export const AuditLogLoading: Story = {
  args: {
    address: '/organization-settings?section=audit',
    fakes: () => aBusyOrganizationWhere(({ audit }) => audit.holdNext()),
  },
  parameters: { shows: 'Loading…' },
}

export const AuditLogFailed: Story = {
  args: {
    address: '/organization-settings?section=audit',
    fakes: () => aBusyOrganizationWhere(({ audit }) => audit.failNext(serverDown)),
  },
  parameters: { shows: 'The audit log could not be loaded' },
}

export const Billing: Story = {
  args: { address: '/organization-settings/billing', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'heading', name: /Team plan/ } },
}

export const LongNames: Story = {
  args: { address: '/organization-settings?section=members', fakes: () => aBusyOrganization(long) },
  parameters: { shows: long('Grace') },
}

export const FlowsAsCode: Story = {
  args: { address: '/organization-settings?section=code', fakes: () => aBusyOrganization() },
  parameters: { shows: { role: 'button', name: 'Download as YAML' } },
}
