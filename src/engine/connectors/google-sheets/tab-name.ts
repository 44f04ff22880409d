import type { Tab } from './sheets-client.ts'

const PREFIX = 'sheets.'

/** Tabs that are ours while a run is going begin like this. */
export const OWN_PREFIX = '_millrace_'

/** Google's limit for a tab's title, in characters. */
export const LONGEST_TITLE = 100

/** The entity that a tab is; always with the prefix, so that a title with a dot is no exception. */
export const entityName = (title: string): string => PREFIX + title

/** The tab that a name means as a target; both `Orders` and `sheets.Orders` mean the tab “Orders”. */
export const titleOf = (name: string): string => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name)

/** Tabs with cells that are not ours; charts on a tab of their own have none. */
export const dataTabs = (tabs: readonly Tab[]): readonly Tab[] =>
  tabs.filter(({ properties: { sheetType, title } }) => sheetType === 'GRID' && !title.startsWith(OWN_PREFIX))

/**
 * The tab that a name means as a source: as discovery names it; or else its bare title. In this order, because a title may begin
 * with “sheets.” itself and what was chosen from the list must stay what it was.
 */
export const tabNamed = (tabs: readonly Tab[], name: string): Tab | undefined =>
  tabs.find(({ properties: { title } }) => entityName(title) === name) ??
  tabs.find(({ properties: { title } }) => title === name)
