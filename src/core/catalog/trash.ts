import type { Permission } from './permissions.ts'

/** How long the trash keeps something, in days. */
export const TRASH_DAYS = 30

/** How long a deleted organization can be taken back, in days. */
export const ORGANIZATION_DAYS = 7

interface KindOfTrash {
  /** Who sees it in the trash. */
  readonly read: Permission
  /** Who restores it, or deletes it permanently. */
  readonly write: Permission
}

/** What the trash keeps, with the permissions that the living thing has. */
export const TRASH_KINDS = {
  flow: { read: 'flow.read', write: 'flow.write' },
  connection: { read: 'connection.read', write: 'connection.write' },
  integration: { read: 'integration.read', write: 'integration.write' },
  'alert-channel': { read: 'alert.read', write: 'alert.write' },
  schedule: { read: 'flow.read', write: 'flow.write' },
} as const satisfies Record<string, KindOfTrash>

export type TrashKind = keyof typeof TRASH_KINDS
