/** Roles from the least to the most; a member's effective role is the highest of the list. */
export const ROLES = ['viewer', 'runner', 'editor', 'admin', 'owner'] as const

export type Role = (typeof ROLES)[number]

/** The only permission table: the server decides by it, the client disables by it and shows the reason. */
export const PERMISSIONS = {
  'organization.read': 'viewer',
  'organization.update': 'admin',
  'organization.delete': 'owner',
  'member.read': 'viewer',
  'member.update': 'admin',
  /** Every member may leave; removing others is checked against their role. */
  'member.remove': 'viewer',
  'invitation.read': 'admin',
  'invitation.write': 'admin',
  'service-member.read': 'admin',
  'service-member.write': 'admin',
  'integration.read': 'viewer',
  'integration.details': 'editor',
  'integration.write': 'admin',
  'connection.read': 'viewer',
  'connection.write': 'editor',
  'connection.test': 'editor',
  'flow.read': 'viewer',
  'flow.write': 'editor',
  'flow.run': 'runner',
  'run.read': 'viewer',
  'run.cancel': 'runner',
  /** Values of rows, which viewers of a run may not see. */
  'run.data': 'editor',
  'sample-data.create': 'admin',
  'dashboard.read': 'viewer',
  'billing.read': 'admin',
  'billing.write': 'owner',
  'audit.read': 'admin',
  'alert.read': 'admin',
  'alert.write': 'admin',
} as const satisfies Record<string, Role>

export type Permission = keyof typeof PERMISSIONS

const rank = (role: string): number => ROLES.indexOf(role as Role)

/** The strongest of a member's roles; without a known role nothing is allowed. */
export const highestRole = (roles: readonly string[]): Role | undefined =>
  [...ROLES].reverse().find((role) => roles.includes(role))

export const isAllowed = (roles: readonly string[], permission: Permission): boolean =>
  roles.some((role) => rank(role) >= rank(PERMISSIONS[permission]))

/** The roles of a program whose maker has the others: those that are not above the maker's, or else the maker's own. */
export const limitRoles = (roles: readonly string[], makers: readonly string[]): string[] => {
  const most = highestRole(makers)
  return most === undefined ? [] : roles.map((role) => (rank(role) > rank(most) ? most : role))
}

/** Whether a member may give or remove a role: never one above the member's own, and owner only by owners. */
export const mayGrant = (roles: readonly string[], granted: Role): boolean => {
  const own = highestRole(roles)
  return own !== undefined && rank(own) >= rank('admin') && rank(granted) <= rank(own)
}
