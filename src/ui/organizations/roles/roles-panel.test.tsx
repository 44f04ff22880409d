import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { PERMISSIONS, ROLES } from '../../../core/catalog/permissions.ts'

it('says of every permission which roles have it', async () => {
  await renderApp({}, '/organization-settings?section=roles')
  const table = within(await within(await screen.findByRole('region', { name: 'Roles' })).findByRole('table'))
  const [head, ...rows] = table.getAllByRole('row')

  expect(head?.textContent).toBe('PermissionViewerRunnerEditorAdminOwner')
  const headings = rows.filter((row) => within(row).queryAllByRole('cell').length === 0).map((row) => row.textContent)
  expect(headings).toEqual([
    'Organization',
    'Members',
    'Keys',
    'Connections',
    'Flows and runs',
    'Billing',
    'Audit log and alerts',
  ])
  expect(rows).toHaveLength(Object.keys(PERMISSIONS).length + headings.length)
  const answers = (name: string) =>
    within(table.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map((cell) => within(cell).queryByRole('img', { name: 'Yes' }) !== null)
  expect(answers('Run flows, dry runs')).toEqual(ROLES.map((role) => role !== 'viewer'))
  expect(answers('Delete the organization')).toEqual(ROLES.map((role) => role === 'owner'))
})
