export type Row = Readonly<Record<string, string | null>>

export interface Field {
  readonly name: string
  readonly type: string
  readonly mode?: string
  readonly collation?: string
}

export interface CloudTable {
  fields: readonly Field[]
  rows: readonly Row[]
  type?: string
}
