/** How often a terminal is told how long it has taken. */
const TICK_MS = 1000

/** Prints what is being done, and how long it took; a terminal shows the seconds meanwhile. */
export async function step(what, work) {
  const begun = Date.now()
  const seconds = () => (Date.now() - begun) / 1000
  process.stdout.write(`${what} … `)
  const ticking = setInterval(() => {
    if (process.stdout.isTTY) process.stdout.write(`\r${what} … ${seconds().toFixed(0)} s `)
  }, TICK_MS)
  const put = (end) => process.stdout.write(`${process.stdout.isTTY ? `\r${what} … ` : ''}${end}\n`)
  try {
    await work()
    put(`${seconds().toFixed(1)} s`)
  } catch (error) {
    put('failed')
    throw error
  } finally {
    clearInterval(ticking)
  }
}
