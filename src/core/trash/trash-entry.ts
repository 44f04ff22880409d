/** The name of something in the trash. The server may know more kinds than this client. */
export interface TrashName {
  readonly id: string
  readonly kind: string
  readonly name: string
}

/** Something that was deleted and can be restored. */
export interface TrashEntry extends TrashName {
  /** Of a connection, an integration or a channel. */
  readonly type?: string
  readonly deletedAt: string
  /** Absent if the person is no longer a member. */
  readonly deletedByName?: string
  /** When it is deleted permanently. */
  readonly expiresAt: string
  /** Other entries that cannot be restored without it. */
  readonly neededBy: readonly TrashName[]
}
