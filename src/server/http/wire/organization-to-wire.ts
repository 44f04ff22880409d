import { defined } from '../../../core/catalog/defined.ts'
import type { OrganizationRow } from '../../store/organizations/organizations.ts'

/** What says something of a restore is there only after one. */
export const organizationToWire = ({ created_at, restored_at, schedules_paused, ...row }: OrganizationRow) => ({
  ...row,
  created_at: created_at.toISOString(),
  ...defined({ restored_at: restored_at?.toISOString(), schedules_paused: schedules_paused || undefined }),
})
