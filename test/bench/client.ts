import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'

import { type RouteSize, routeSizes } from '../bundle/route-sizes.ts'
import { cleanUp, launch, ROOT, temporaryFolder } from '../start/launch.ts'
import { chromiumLaunchOptions } from '../support/chromium/chromium-launch-options.ts'
import { measureDragging } from './client-frames.ts'
import { measureLogin, measureReady } from './client-loading.ts'
import { type InteractionFigures, measureInteractions, measurePages, type PageFigures } from './client-pages.ts'
import { wireFlowOf, wireFlows } from './client-rows.ts'
import { answerWith, moveIn } from './client-session.ts'
import { measureTables } from './client-tables.ts'
import { median } from './measure.ts'

/** What is measured, its unit, and what it has to reach. */
const GOALS = {
  'sign-in painted, slow 4G and 4 × CPU': { unit: 'ms', atMost: 2_000 },
  'sign-in blocked, slow 4G and 4 × CPU': { unit: 'ms', atMost: 150 },
  'sign-in painted': { unit: 'ms', atMost: 350 },
  'sign-in, layout shift': { unit: '', atMost: 0.02 },
  'editor of 1,000 nodes opens': { unit: 'ms', atMost: 1_000 },
  'editor of 1,000 nodes, panning': { unit: 'frames/s', atLeast: 55 },
  'its main thread for a frame, panning': { unit: 'ms', atMost: 10 },
  'editor of 1,000 nodes, dragging a node': { unit: 'frames/s', atLeast: 55 },
  'its main thread for a frame, dragging': { unit: 'ms', atMost: 10 },
  'source of 2,000 tables listed': { unit: 'ms', atMost: 1_000 },
  'a letter in their search': { unit: 'ms', atMost: 100 },
  'preview of 500 columns': { unit: 'ms', atMost: 300 },
  'list of 100 rows ready': { unit: 'ms' },
  'list of 10,000 rows ready': { unit: 'ms' },
  'list of 10,000 rows beside 100': { unit: '×', atMost: 1.15 },
} as const

type Figure = keyof typeof GOALS
type Round = Readonly<Record<Figure, number>>

/** How fast the built client is in Chromium, before the real server, and how large; medians over interleaved rounds. */
export async function benchClient({ rounds, seconds }: { readonly rounds: number; readonly seconds: number }) {
  spawnSync(process.execPath, ['src/bootstrap/build.mjs'], { stdio: 'inherit' })
  const sizes = routeSizes('dist')
  const server = launch(await temporaryFolder(), { args: [join(ROOT, 'src/server/millrace.ts')] })
  const browser = await chromium.launch(chromiumLaunchOptions())
  try {
    const origin = await server.url
    const { storageState, flow, run, source, destination, mirror } = await moveIn(browser, origin)
    const person = { storageState, viewport: { width: 1280, height: 800 } }
    const pages = await measurePages(browser, {
      origin,
      person,
      rounds: Math.max(3, rounds),
      others: [
        `/floweditor/${flow}`,
        `/flows/${flow}`,
        `/flows/${mirror}`,
        `/sources/${source}`,
        `/destinations/${destination}`,
        `/runs/${run}`,
        '/trash',
        '/profile',
        '/billing',
        '/organization-settings/billing',
        '/organization-settings?section=members',
        '/organization-settings?section=audit',
        '/organization/create',
        '/accept-invite?token=unknown',
        '/nowhere',
      ],
    })
    const interactions = await measureInteractions(browser, origin, person, seconds)
    const measured: Round[] = []
    for (let round = 0; round < Math.max(3, rounds); round++) {
      measured.push(await measureRound(browser, origin, person))
    }
    report(sizes, measured)
    reportPages(pages, interactions)
  } finally {
    await browser.close()
    await cleanUp()
  }
}

async function measureRound(browser: Browser, origin: string, person: BrowserContextOptions): Promise<Round> {
  const slow = await measureLogin(browser, origin, { isSlow: true })
  const fast = await measureLogin(browser, origin, { isSlow: false })
  const editor = await measureEditor(browser, origin, person)
  const tables = await measureTables(browser, origin, person)
  const few = await measureList(browser, origin, person, 100)
  const many = await measureList(browser, origin, person, 10_000)
  return {
    'sign-in painted, slow 4G and 4 × CPU': Math.max(slow.fcp, slow.lcp),
    'sign-in blocked, slow 4G and 4 × CPU': slow.blocked,
    'sign-in painted': Math.max(fast.fcp, fast.lcp),
    'sign-in, layout shift': Math.max(slow.shift, fast.shift),
    'editor of 1,000 nodes opens': editor.opened,
    'editor of 1,000 nodes, panning': editor.panning.perSecond,
    'its main thread for a frame, panning': editor.panning.work,
    'editor of 1,000 nodes, dragging a node': editor.dragging.perSecond,
    'its main thread for a frame, dragging': editor.dragging.work,
    'source of 2,000 tables listed': tables.listed,
    'a letter in their search': tables.searched,
    'preview of 500 columns': tables.shown,
    'list of 100 rows ready': few,
    'list of 10,000 rows ready': many,
    'list of 10,000 rows beside 100': many / few,
  }
}

async function measureEditor(browser: Browser, origin: string, person: BrowserContextOptions) {
  const context = await browser.newContext(person)
  try {
    const page = await context.newPage()
    await answerWith(page, '/flows/flow-0', wireFlowOf(1_000))
    const opened = await measureReady(page, `${origin}/floweditor/flow-0`, '.react-flow__node')
    await page.waitForLoadState('networkidle').catch(() => undefined)
    const pane = await page.locator('.react-flow__pane').boundingBox()
    const node = await page.locator('.react-flow__node').nth(2).boundingBox()
    if (!pane || !node) throw new Error('the editor shows no canvas')
    const panning = await measureDragging(page, { x: pane.x + pane.width / 2, y: pane.y + pane.height * 0.85 })
    const dragging = await measureDragging(page, { x: node.x + node.width / 2, y: node.y + node.height / 2 })
    return { opened, panning, dragging }
  } finally {
    await context.close()
  }
}

async function measureList(browser: Browser, origin: string, person: BrowserContextOptions, rows: number) {
  const context = await browser.newContext(person)
  try {
    const page = await context.newPage()
    await answerWith(page, '/flows', wireFlows(rows))
    return await measureReady(page, `${origin}/flows`, 'a[href="/flows/flow-0"]')
  } finally {
    await context.close()
  }
}

function report(sizes: readonly RouteSize[], measured: readonly Round[]): void {
  const medians = Object.fromEntries(
    (Object.keys(GOALS) as Figure[]).map((figure) => [figure, median(measured.map((round) => round[figure]))]),
  ) as Record<Figure, number>
  console.table(
    Object.fromEntries(
      sizes.map(({ path, script, style }) => [
        path,
        { 'JavaScript, kB gzip': script.toFixed(1), CSS: style.toFixed(1) },
      ]),
    ),
  )
  console.table(
    Object.fromEntries(
      Object.entries<{ unit: string; atMost?: number; atLeast?: number }>(GOALS).map(
        ([figure, { unit, atMost, atLeast }]) => {
          const value = medians[figure as Figure]
          const isReached = value <= (atMost ?? value) && value >= (atLeast ?? value)
          const goal = atMost === undefined ? (atLeast === undefined ? '' : `≥ ${atLeast}`) : `≤ ${atMost}`
          return [figure, { median: `${value.toPrecision(4)} ${unit}`, goal, '': isReached ? '' : 'missed' }]
        },
      ),
    ),
  )
  console.log(JSON.stringify({ sizes, medians, rounds: measured }))
}

function reportPages(pages: readonly PageFigures[], interactions: InteractionFigures): void {
  console.table(
    Object.fromEntries(
      pages.map(({ path, loaded, filled, again, shift }) => [
        path,
        { 'opened, ms': loaded, 'filled, ms': filled, 'again, ms': again, 'layout shift': shift.toFixed(3) },
      ]),
    ),
  )
  const { count, p98, slowest, heapBefore, heapAfter } = interactions
  console.log(`${count} clicks and keys: painted after ${p98} ms at the 98th percentile, ${slowest} ms at most.`)
  console.log(`Heap ${heapBefore.toFixed(1)} MB at first, ${heapAfter.toFixed(1)} MB in the end.`)
  console.log('To reach: ≤ 1,000 ms opened, ≤ 300 ms again, shift ≤ 0.02, clicks and keys ≤ 100 ms, heap flat.')
  console.log(JSON.stringify({ pages, interactions }))
}
