import type { Browser, BrowserContext, Page } from '@playwright/test'

/** What a phone on a slow 4G connection is like: 1.6 Mbit/s, 150 ms there and back, a quarter of this machine's speed. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750, offline: false }

export interface Loading {
  /** First contentful paint and largest, milliseconds since the navigation. */
  readonly fcp: number
  readonly lcp: number
  /** By how much tasks were longer than 50 ms, after the first paint. */
  readonly blocked: number
  /** Cumulative layout shift. */
  readonly shift: number
}

interface Watched {
  fcp: number
  lcp: number
  shift: number
  tasks: { readonly start: number; readonly duration: number }[]
}

/** Opens sign-in with an empty cache, as somebody who comes for the first time. */
export async function measureLogin(browser: Browser, origin: string, { isSlow }: { readonly isSlow: boolean }) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    if (isSlow) await slowDown(context, page)
    await page.addInitScript(() => {
      const watched: Watched = { fcp: 0, lcp: 0, shift: 0, tasks: [] }
      Object.assign(window, { watched })
      const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
      watch('paint', ({ name, startTime }) => {
        if (name === 'first-contentful-paint') watched.fcp = startTime
      })
      watch('largest-contentful-paint', ({ startTime }) => {
        watched.lcp = startTime
      })
      watch('layout-shift', (entry) => {
        watched.shift += (entry as PerformanceEntry & { value: number }).value
      })
      watch('longtask', ({ startTime, duration }) => {
        watched.tasks.push({ start: startTime, duration })
      })
    })
    await page.goto(`${origin}/login`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.waitForLoadState('networkidle')
    const { fcp, lcp, shift, tasks } = await page.evaluate(() => (window as unknown as { watched: Watched }).watched)
    const blocked = tasks
      .filter(({ start, duration }) => start + duration > fcp)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
    return { fcp, lcp, blocked, shift } satisfies Loading
  } finally {
    await context.close()
  }
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Milliseconds from the navigation until the page has painted something that `selector` finds. */
export async function measureReady(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript((sought) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(sought)) return
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { readyAt: performance.now() })))
    })
    observer.observe(document, { childList: true, subtree: true })
  }, selector)
  await page.goto(url)
  const ready = await page.waitForFunction(() => (window as unknown as { readyAt?: number }).readyAt, undefined, {
    timeout: 60_000,
  })
  return (await ready.jsonValue()) ?? Number.NaN
}

/**
 * Milliseconds from a click or key until the page has painted something that `selector` finds. Measured in the page: Playwright looks only
 * every 100 ms, and later every 500.
 */
export async function measureAnswer(page: Page, selector: string, act: () => Promise<unknown>): Promise<number> {
  const answered = page.evaluate(
    (sought) =>
      new Promise<number>((done) => {
        let begun: number | undefined
        const begin = ({ timeStamp }: Event) => {
          begun ??= timeStamp
        }
        for (const type of ['click', 'keydown']) addEventListener(type, begin, { capture: true, once: true })
        const look = () => {
          if (begun === undefined || !document.querySelector(sought)) return
          const since = begun
          observer.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - since)))
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { childList: true, subtree: true })
      }),
    selector,
  )
  await act()
  return answered
}
