import { ago } from './ago.ts'
import type { Naming } from './naming.ts'
import type { Fakes } from './organization-fakes.ts'

const TEAM = { id: 'team', name: 'Team', monthlyPrice: 90, includedRows: 500_000 }

/** Members, invitations, audit events, the trash and the billing of the organization. */
export async function fillPeople(
  { members, invitations, audit, billing, profiles, session, trash }: Fakes,
  named: Naming,
): Promise<void> {
  profiles.profile = { uid: 'user-1', email: 'ada@example.com', displayName: named('Ada') }
  session.keepProfile(profiles.profile, session.get().user)
  members.put('org-1', { id: 'member-1', email: 'ada@example.com', displayName: named('Ada'), roles: ['owner'] })
  members.put('org-1', { id: 'member-2', email: 'grace@example.com', displayName: named('Grace'), roles: ['admin'] })
  members.put('org-1', { id: 'member-3', email: 'someone.without.a.name@example.com', roles: ['viewer'] })
  await invitations.create('org-1', { email: 'katherine@example.com', roles: ['editor'] })
  audit.events = [
    {
      id: 2,
      at: ago(30),
      actorUid: 'user-1',
      actorName: named('Ada'),
      action: 'flow.created',
      targetName: named('Orders'),
    },
    {
      id: 3,
      at: ago(20),
      actorUid: 'user-2',
      actorName: named('Grace'),
      action: 'flow.updated',
      targetName: named('Orders'),
      changes: [
        { path: ['name'], kind: 'changed', from: named('Shop'), to: named('Orders') },
        { path: ['streams', named('public.orders'), 'mode'], kind: 'changed', from: 'replace', to: 'upsert' },
        { path: ['schedule'], kind: 'added' },
        {
          path: ['transformations', '1 filter', 'settings', 'where'],
          kind: 'changed',
          from: 'total > 0',
          to: 'total > 9',
        },
      ],
    },
    { id: 1, at: ago(90), actorUid: 'user-2', actorName: named('Grace'), action: 'member.invited', targetId: 'x' },
  ]
  const times = { deletedAt: ago(60), deletedByName: named('Ada'), expiresAt: ago(-29 * 24 * 60) }
  const flow = { id: 'trash-1', kind: 'flow', name: named('Old orders') }
  trash.put('org-1', { ...flow, ...times, neededBy: [] })
  const shop = { id: 'trash-2', kind: 'connection', type: 'postgres', name: named('Old shop') }
  trash.put('org-1', { ...shop, ...times, neededBy: [flow] })
  trash.put('org-1', { id: 'trash-3', kind: 'schedule', name: named('Customers'), ...times, neededBy: [] })
  billing.offered = [{ id: 'free', name: 'Free', monthlyPrice: 0, includedRows: 1_000 }, TEAM]
  billing.billingStatus = {
    account: {
      provider: 'sandbox',
      plan: TEAM,
      status: 'active',
      currentPeriodEnd: ago(-20 * 24 * 60),
      hasCustomer: true,
      usage: { since: ago(10 * 24 * 60), rowsWritten: 412_000, runs: 82, members: 3 },
    },
  }
}
