import type { Page } from '@playwright/test'

export interface Frames {
  readonly perSecond: number
  /** Milliseconds that the main thread worked for each. */
  readonly work: number
}

const SECONDS = 2

/** How smooth the page is while the mouse, its button held, goes to and fro from a point. */
export async function measureDragging(page: Page, from: { readonly x: number; readonly y: number }): Promise<Frames> {
  const devtools = await page.context().newCDPSession(page)
  // In time that the thread really ran, whatever else the machine does.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const before = await spent()
  const counting = page.evaluate(
    (seconds) =>
      new Promise<number>((done) => {
        const begun = performance.now()
        let frames = 0
        const count = (now: number) => {
          if (now - begun >= seconds * 1_000) return done((frames * 1_000) / (now - begun))
          frames++
          requestAnimationFrame(count)
        }
        requestAnimationFrame(count)
      }),
    SECONDS,
  )
  const until = Date.now() + SECONDS * 1_000
  for (let step = 0; Date.now() < until; step++) {
    await page.mouse.move(from.x + 120 * Math.sin(step / 12), from.y + 60 * Math.sin(step / 9))
  }
  const perSecond = await counting
  const work = ((await spent()) - before) * 1_000
  await page.mouse.up()
  await devtools.detach()
  return { perSecond, work: work / (perSecond * SECONDS) }
}
