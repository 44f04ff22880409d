import type { Publishing } from '../catalog/publishing.ts'

export interface Organization {
  readonly id: string
  readonly name: string
  /** The signed-in person's own roles there, if the server returns them. */
  readonly roles?: readonly string[]
  readonly createdAt?: string
  /** The time of the backup from which it was restored. */
  readonly restoredAt?: string
  /** After a restore, until somebody confirms that the other installation is off. */
  readonly schedulesPaused?: boolean
  /** When edits of flows are used by their runs; absent: its server has no drafts. */
  readonly publishing?: Publishing
  /** All other fields of the server: updates send the whole object back (spec §3). */
  readonly [other: string]: unknown
}

/** For some days its owners can restore it. */
export interface DeletedOrganization {
  readonly id: string
  readonly name: string
  readonly deletedAt: string
  /** When it is deleted permanently. */
  readonly expiresAt: string
}

export type NewOrganization = Pick<Organization, 'name'>
