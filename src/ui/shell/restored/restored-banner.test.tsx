import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { serverDown } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryOrganizationRepository } from '../../../adapters/memory/organizations/memory-organization-repository.ts'
import type { Organization } from '../../../core/organizations/organization.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'
import { fail } from '../../../core/result.ts'

const RESTORED = { id: 'org-1', name: 'Acme', restoredAt: '2026-11-24T03:00:00.000Z' }

function known(active: Organization) {
  const organization = new OrganizationStore()
  organization.load([active])
  return { organization, organizations: new MemoryOrganizationRepository([active]) }
}

describe('an organization that was restored from a backup', () => {
  it('says above its pages that its schedules are paused, until somebody resumes them', async () => {
    await renderApp(known({ ...RESTORED, roles: ['editor'], schedulesPaused: true }), '/flows')
    expect(await screen.findByText(/^Restored from a backup of .*2026/)).toBeDefined()

    await userEvent.click(screen.getByRole('button', { name: 'Resume schedules' }))
    await waitFor(() => expect(screen.queryByText(/^Restored from a backup/)).toBeNull())
  })

  it('says in place that they could not be resumed', async () => {
    const parts = known({ ...RESTORED, roles: ['editor'], schedulesPaused: true })
    parts.organizations.resumeSchedules = async () => fail(serverDown)
    await renderApp(parts, '/flows')
    await userEvent.click(await screen.findByRole('button', { name: 'Resume schedules' }))
    // Beside a toast.
    await waitFor(() => expect(screen.getAllByRole('alert').some((alert) => alert.closest('[role=status]'))).toBe(true))
  })

  it('lets nobody resume them who may not change flows', async () => {
    await renderApp(known({ ...RESTORED, roles: ['viewer'], schedulesPaused: true }), '/flows')
    const button = await screen.findByRole('button', { name: 'Resume schedules' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  it('says nothing later, although it was restored', async () => {
    await renderApp(known(RESTORED), '/flows')
    expect(await screen.findByRole('heading', { name: 'Flows' })).toBeDefined()
    expect(screen.queryByText(/^Restored from a backup/)).toBeNull()
  })
})
