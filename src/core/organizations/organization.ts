export interface Organization {
  readonly id: string
  readonly name: string
  /** The signed-in person's own roles there, where the server tells them. */
  readonly roles?: readonly string[]
  readonly createdAt?: string
  /** Whatever else the server keeps with it: updates send the whole object back (spec §3). */
  readonly [other: string]: unknown
}

export type NewOrganization = Pick<Organization, 'name'>
