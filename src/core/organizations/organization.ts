export interface Organization {
  readonly id: string
  readonly name: string
  /** The signed-in person's own roles there, if the server returns them. */
  readonly roles?: readonly string[]
  readonly createdAt?: string
  /** All other fields of the server: updates send the whole object back (spec §3). */
  readonly [other: string]: unknown
}

export type NewOrganization = Pick<Organization, 'name'>
