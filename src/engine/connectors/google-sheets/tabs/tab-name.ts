import type { Tab } from '../access/sheets-client.ts'

const PREFIX = 'sheets.'

/** Prefix of our own tabs, which exist only during a run. */
export const INTERNAL_PREFIX = '_millrace_'

/** Google's limit for a tab's title, in characters. */
export const LONGEST_TITLE = 100

/** The entity name of a tab; always with the prefix, so that a title with a dot needs no exception. */
export const entityName = (title: string): string => PREFIX + title

/** The tab of a target name; both `Orders` and `sheets.Orders` mean the tab “Orders”. */
export const titleOf = (name: string): string => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name)

/** Tabs with cells, without our own; chart sheets have no cells. */
export const dataTabs = (tabs: readonly Tab[]): readonly Tab[] =>
  tabs.filter(({ properties: { sheetType, title } }) => sheetType === 'GRID' && !title.startsWith(INTERNAL_PREFIX))

/**
 * The tab of a source name: first the entity name of discovery, then the bare title. In this order, because a title may itself begin
 * with “sheets.”, and a name chosen from the list must keep its meaning.
 */
export const tabNamed = (tabs: readonly Tab[], name: string): Tab | undefined =>
  tabs.find(({ properties: { title } }) => entityName(title) === name) ??
  tabs.find(({ properties: { title } }) => title === name)
