import { MemoryIdentity } from '../../adapters/memory/memory-identity.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import type { Ports } from '../../composition/ports.ts'
import { Session } from '../../core/auth/session.ts'
import type { HttpFailure } from '../../core/failure.ts'
import { fillDashboard } from './dashboard-fakes.ts'
import { fillFlows } from './flow-fakes.ts'
import { asTheyAre, type Naming } from './naming.ts'
import { fillOverviews } from './overview-fakes.ts'
import { fillPeople } from './people-fakes.ts'

export type Fakes = ReturnType<typeof memoryPorts>

/** An organization with some history. */
export async function aBusyOrganization(named: Naming = asTheyAre): Promise<Fakes> {
  const fakes = memoryPorts()
  fakes.organization.load([{ id: 'org-1', name: named('Analytical Engines'), roles: ['owner'] }])
  await fillFlows(fakes, named)
  fillDashboard(fakes, named)
  fillOverviews(fakes, named)
  await fillPeople(fakes, named)
  return fakes
}

/** The same, with another answer for one call. */
export async function aBusyOrganizationWhere(change: (fakes: Fakes) => void): Promise<Fakes> {
  const fakes = await aBusyOrganization()
  change(fakes)
  return fakes
}

/** The same, restored from a backup, with its schedules still paused. */
export const aRestoredOrganization = (): Promise<Fakes> =>
  aBusyOrganizationWhere(({ organization }) => {
    const restored = { restoredAt: '2026-11-24T03:00:00.000Z', schedulesPaused: true }
    organization.load(organization.get().organizations.map((known) => ({ ...known, ...restored })))
  })

export const serverDown: HttpFailure = {
  kind: 'http',
  status: 503,
  statusText: 'Service Unavailable',
  serverMessage: 'The database is being moved. Try again in a minute.',
}

/** Nobody is signed in. */
export const signedOut = (): Partial<Ports> => ({ identity: new MemoryIdentity(), session: new Session() })
