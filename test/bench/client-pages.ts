import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

import { median } from './measure.ts'

/** The pages of the menu, by their links. */
const MENU = [
  { path: '/', link: 'Home' },
  { path: '/flows', link: 'Flows' },
  { path: '/runs', link: 'Runs' },
  { path: '/sources', link: 'Sources' },
  { path: '/destinations', link: 'Destinations' },
  { path: '/integrations', link: 'Integrations' },
  { path: '/organization-settings', link: 'Settings' },
] as const

export interface PageFigures {
  readonly path: string
  /** Milliseconds from the address until its heading, or its canvas, is painted, with what the browser has in its cache. */
  readonly loaded: number
  /** The same until nothing of it is loading. */
  readonly filled: number
  /** From a click in the menu, or from *Back*, once the page was seen. */
  readonly again: number
  /** Cumulative layout shift of all, none of it after an input. */
  readonly shift: number
}

export interface InteractionFigures {
  readonly count: number
  /** Milliseconds until what a click or key does is painted, at the 98th percentile. */
  readonly p98: number
  readonly slowest: number
  /** Megabytes of the heap, collected, after the first tenth and at the end. */
  readonly heapBefore: number
  readonly heapAfter: number
}

interface Watched {
  shift: number
  /** How many interactions took so many milliseconds; the browser rounds them to eight. */
  readonly interactions: Map<number, number>
}

export interface PagesMeasured {
  readonly origin: string
  readonly person: BrowserContextOptions
  readonly rounds: number
  /** Addresses without a link in the menu. */
  readonly others: readonly string[]
}

/** Whoever opens each page, leaves it by the menu and comes back to it. */
export async function measurePages(browser: Browser, { origin, person, rounds, others }: PagesMeasured) {
  const figures: PageFigures[] = []
  const pages: readonly { path: string; link?: string }[] = [...MENU, ...others.map((path) => ({ path }))]
  for (const { path, link } of pages) {
    const measured: Omit<PageFigures, 'path'>[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext(person)
      try {
        measured.push(await measurePage(await watchedPage(context.newPage()), origin + path, link))
      } finally {
        await context.close()
      }
    }
    const of = (name: keyof Omit<PageFigures, 'path'>) => median(measured.map((round) => round[name]))
    figures.push({
      path: withoutId(path),
      loaded: of('loaded'),
      filled: of('filled'),
      again: of('again'),
      shift: of('shift'),
    })
  }
  return figures
}

async function measurePage(page: Page, url: string, link: string | undefined) {
  const began = Date.now()
  const loaded = await painted(page, () => page.goto(url), link)
  await allLoaded(page)
  const filled = Date.now() - began
  await atRest(page)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: link === 'Flows' ? 'Sources' : 'Flows', exact: true }).click()
  await atRest(page)
  const again = await painted(
    page,
    () => (link === undefined ? page.goBack() : menu.getByRole('link', { name: link, exact: true }).click()),
    link,
  )
  await atRest(page)
  const shift = await page.evaluate(() => (window as unknown as { watched: Watched }).watched.shift)
  return { loaded, filled, again, shift }
}

const withoutId = (path: string) => path.replace(/\/[0-9a-f-]{36}$/, '/:id')

/** What somebody does with the menu, lists, dialogs and palette for so long. */
export async function measureInteractions(
  browser: Browser,
  origin: string,
  person: BrowserContextOptions,
  seconds: number,
): Promise<InteractionFigures> {
  const context = await browser.newContext(person)
  try {
    const page = await watchedPage(context.newPage())
    await page.goto(origin)
    const end = Date.now() + seconds * 1_000
    await work(page, Date.now() + seconds * 100)
    const heapBefore = await heapOf(page)
    await work(page, end)
    const heapAfter = await heapOf(page)
    const counts = await page.evaluate(() => [...(window as unknown as { watched: Watched }).watched.interactions])
    const sorted = counts
      .toSorted(([one], [other]) => one - other)
      .flatMap(([duration, count]) => Array.from({ length: count }, () => duration))
    const p98 = sorted[Math.floor(sorted.length * 0.98)] ?? Number.NaN
    return { count: sorted.length, p98, slowest: sorted.at(-1) ?? Number.NaN, heapBefore, heapAfter }
  } finally {
    await context.close()
  }
}

async function work(page: Page, end: number): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' })
  while (Date.now() < end) {
    for (const { link } of MENU) {
      await menu.getByRole('link', { name: link, exact: true }).click()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    }
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox').first()
    await search.waitFor()
    await search.pressSequentially('sources')
    await page.keyboard.press('Escape')
    await menu.getByRole('link', { name: 'Flows', exact: true }).click()
    await page.getByRole('button', { name: 'New flow' }).first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
}

const allLoaded = (page: Page) => page.getByText('Loading…').first().waitFor({ state: 'detached' })

/** Nothing of the page is loading any more, and what moves has come to rest. The stream of events stays open: no network is idle. */
async function atRest(page: Page): Promise<void> {
  await allLoaded(page)
  await page.waitForTimeout(500)
}

async function watchedPage(opening: Promise<Page>): Promise<Page> {
  const page = await opening
  await page.addInitScript(() => {
    const watched: Watched = { shift: 0, interactions: new Map() }
    Object.assign(window, { watched })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) watched.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    // All of them would be the growth of the heap that is measured.
    const newest = new Map<number, number>()
    const count = (duration: number, by: number) =>
      watched.interactions.set(duration, (watched.interactions.get(duration) ?? 0) + by)
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        const known = newest.get(interactionId)
        if (interactionId === 0 || (known ?? -1) >= duration) continue
        if (known !== undefined) count(known, -1)
        count(duration, 1)
        newest.set(interactionId, duration)
        const [oldest] = newest.keys()
        if (newest.size > 100 && oldest !== undefined) newest.delete(oldest)
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  return page
}

/** Milliseconds until the page's heading, or its canvas, stands in the document and two frames were drawn. */
async function painted(page: Page, go: () => Promise<unknown>, link: string | undefined): Promise<number> {
  const began = Date.now()
  await go()
  if (link !== undefined)
    await page.getByRole('link', { name: link, exact: true }).and(page.locator('[aria-current=page]')).waitFor()
  await page.locator('main :is(h1, .react-flow__node)').first().waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return Date.now() - began
}

async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  for (let times = 0; times < 3; times++) await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  await devtools.detach()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6
}
