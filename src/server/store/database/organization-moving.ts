/** A change of an organization that moves to another installation (migrations/0102-organizations-that-move.sql). */
export class OrganizationMoving extends Error {
  /** It is there already. */
  readonly isMoved: boolean

  constructor(isMoved: boolean, options: ErrorOptions) {
    super('the organization moves to another installation', options)
    this.name = 'OrganizationMoving'
    this.isMoved = isMoved
  }
}

/** @throws OrganizationMoving when a trigger has refused a change for this reason */
export function throwIfMoving(error: unknown): void {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'MR002') return
  throw new OrganizationMoving('detail' in error && error.detail === 'moved', { cause: error })
}
