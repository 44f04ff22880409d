/** An object to read from or write to: a table, a view, a sheet. */
export interface Entity {
  readonly name: string
  readonly kind?: string
  readonly columns: readonly Column[]
  readonly estimatedRows?: number
}

export interface Column {
  readonly name: string
  readonly type: string
  readonly nullable?: boolean
  /** 1 for the first column of the primary key. */
  readonly keyPosition?: number
  readonly generated?: boolean
}
