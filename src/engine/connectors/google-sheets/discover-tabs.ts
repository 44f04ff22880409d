import type { Entity } from '../../ports/connector.ts'
import type { SheetsClient } from './access/sheets-client.ts'
import { rowsRange } from './cells/a1.ts'
import { describeTab } from './google-sheets-source.ts'
import { dataTabs, entityName } from './tabs/tab-name.ts'
import { TabScan } from './tabs/tab-scan.ts'

/** Number of rows from which discovery derives the kinds of columns; a run uses all rows. */
const SAMPLE_ROWS = 20

/** Number of tabs that one call reads, because their names must fit into the URL. */
const TABS_PER_CALL = 25

/** Every tab with cells, in the order of the spreadsheet. @throws VendorError */
export async function discoverTabs(client: SheetsClient): Promise<readonly Entity[]> {
  const tabs = dataTabs((await client.spreadsheet()).sheets)
  const entities: Entity[] = []
  for (let first = 0; first < tabs.length; first += TABS_PER_CALL) {
    const some = tabs.slice(first, first + TABS_PER_CALL).map(({ properties }) => properties)
    const ranges = some.map(({ title, gridProperties }) =>
      rowsRange(title, 1, Math.min(SAMPLE_ROWS + 1, gridProperties.rowCount)),
    )
    const rowsOf = await client.cells(ranges)
    for (const { title } of some) {
      const scan = new TabScan()
      scan.add(rowsOf.get(title) ?? [])
      entities.push(describeTab(entityName(title), scan.columns()))
    }
  }
  return entities
}
