import type { ViewedList } from '../catalog/saved-views.ts'

export interface NewView {
  readonly list: ViewedList
  readonly name: string
  /** For everybody in the organization; otherwise only for whoever saved it. */
  readonly isShared: boolean
  /** Filters, order, groups and density, as they are in the address of the list. */
  readonly search: Readonly<Record<string, string>>
}

/** What a list is narrowed to, ordered and grouped by, under a name. */
export interface SavedView extends NewView {
  readonly id: string
}

/** Absent members stay. */
export type ViewChange = Partial<Omit<NewView, 'list'>>

const hasSame = (one: NewView['search'], other: NewView['search']): boolean =>
  Object.entries(one).every(([name, value]) => other[name] === value)

/** Whether a list shows what a view says. */
export const isAsSaved = (view: NewView, search: NewView['search']): boolean =>
  hasSame(view.search, search) && hasSame(search, view.search)
