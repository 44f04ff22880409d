import { RowDecoder } from '../../../formats/common-text/row-decoder.ts'
import type { DryRunLoad } from '../../../ports/dry-run.ts'
import type { Cell, SheetsClient, Tab } from '../access/sheets-client.ts'
import { cellsOfRow } from '../cells/cells-of-row.ts'
import { TabComparison } from '../tabs/tab-comparison.ts'
import { tabPages } from '../tabs/tab-pages.ts'
import type { TabPlan } from '../tabs/tab-plan.ts'
import { roomFor } from './staging-writer.ts'

/** No tab has this id, because the rows are not staged. */
const NOWHERE = -1

/** Reads the tab whose rows would be replaced, then compares it with the new rows. Writes nothing to the spreadsheet. @throws ConnectorError */
export async function openDryRunLoad(client: SheetsClient, plan: TabPlan, key: readonly string[]): Promise<DryRunLoad> {
  const { sheets } = await client.spreadsheet()
  const tab = sheets.find(({ properties }) => properties.sheetId === plan.sheetId)
  const comparison =
    plan.strategy === 'replace' && tab ? await readTab(client, tab, plan, key) : new TabComparison(plan, [], [])
  const failed = new AbortController()
  const decoder = new RowDecoder()
  let rows = 0
  const abandon = (reason: unknown) => {
    if (!failed.signal.aborted) failed.abort(reason)
  }
  return {
    failure: failed.signal,
    write(frames) {
      if (failed.signal.aborted) return true
      try {
        for (const fields of decoder.push(frames)) comparison.comes(cellsOfRow(plan, fields, ++rows))
      } catch (error) {
        abandon(error)
      }
      return true
    },
    drained: async () => {},
    async finish() {
      failed.signal.throwIfAborted()
      roomFor(sheets, NOWHERE, plan, rows)
      return rows
    },
    compare: async () => comparison.result(),
    abandon: async () => abandon(new Error('abandoned')),
  }
}

async function readTab(client: SheetsClient, tab: Tab, plan: TabPlan, key: readonly string[]): Promise<TabComparison> {
  let comparison: TabComparison | undefined
  for await (const page of tabPages(client, tab)) {
    for (const row of page) {
      if (comparison) comparison.isThere(row)
      else comparison = new TabComparison(plan, key, row)
    }
  }
  const none: readonly Cell[] = []
  return comparison ?? new TabComparison(plan, key, none)
}
