import type { Permission } from './permissions.ts'

/** How long the trash keeps something, in days. */
export const TRASH_DAYS = 30

/** How long a deleted organization can be taken back, in days. */
export const ORGANIZATION_DAYS = 7

interface KindOfTrash {
  /** Who sees it in the trash. */
  readonly read: Permission
}

/** What the trash keeps, with the permission to see the living thing. `permissionsFor` tells who restores it or deletes it permanently. */
export const TRASH_KINDS = {
  flow: { read: 'flow.read' },
  connection: { read: 'connection.read' },
  integration: { read: 'integration.read' },
  'alert-channel': { read: 'alert.read' },
  schedule: { read: 'flow.read' },
  draft: { read: 'flow.read' },
} as const satisfies Record<string, KindOfTrash>

export type TrashKind = keyof typeof TRASH_KINDS
