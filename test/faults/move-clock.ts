/** From now on the clock of this process is so many milliseconds ahead of the true time, or behind. */
export function moveClock(milliseconds: number): void {
  const { now } = Date
  globalThis.Date = new Proxy(Date, {
    construct: (target, values) =>
      Reflect.construct(target, values.length === 0 ? [now() + milliseconds] : values) as Date,
    get: (target, name) => (name === 'now' ? () => now() + milliseconds : Reflect.get(target, name)),
  })
}
