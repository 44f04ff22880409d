import type { Permission } from './permissions.ts'
import type { TrashKind } from './trash.ts'

/** What is done with an object as a whole. `change` leaves its credentials as they are: those are an integration. */
export type Act = 'create' | 'clone' | 'change' | 'delete' | 'restore' | 'delete-permanently'

interface Subject {
  /** A connection whose credentials are created, copied, deleted and restored with it. */
  readonly ownsCredentials?: boolean | undefined
}

const OWN = {
  flow: 'flow.write',
  schedule: 'flow.write',
  draft: 'flow.write',
  connection: 'connection.write',
  integration: 'integration.write',
  'alert-channel': 'alert.write',
} as const satisfies Record<TrashKind, Permission>

/**
 * All permissions that an act needs for this object: the server asks it wherever an object is changed as a whole, from a page, from files or in the
 * trash, and the client shows by it why a control is disabled.
 */
export const permissionsFor = (
  kind: TrashKind,
  { ownsCredentials = false }: Subject,
  act: Act,
): readonly Permission[] => (ownsCredentials && act !== 'change' ? [OWN[kind], 'integration.write'] : [OWN[kind]])
