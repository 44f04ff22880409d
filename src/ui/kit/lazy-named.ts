import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'

type Task = () => void

/** Code that a click may show, and how many clicks are before it. */
const waiting = new Map<() => Promise<unknown>, number>()

/** Farther code waits for the click: what a dialog shows is loaded, and what its own dialogs show is not. */
const MAX_CLICKS = 1

let whenIdle: ((task: Task) => void) | undefined
let isBusy = false
/** What is named while this code is loaded is one click behind it. */
let loadingBehind: number | undefined

/**
 * A component whose code is loaded when it is shown for the first time, or before, while the browser is idle. Code that is there is shown at once: React's own
 * `lazy` shows the placeholder first, and what replaces it some 300 ms later.
 * @param isPart of the page that names it: its code is loaded with that page
 */
export function lazyNamed<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  { isPart = false }: { readonly isPart?: boolean } = {},
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const start = () => {
    waiting.delete(start)
    loading ??= load().then(
      (module) => {
        loaded = module[name]
        return loaded
      },
      (error: unknown) => {
        // Whoever shows it again loads it again.
        loading = undefined
        waited = awaited()
        throw error
      },
    )
    return loading
  }
  const awaited = () => lazy(async () => ({ default: await start() }))
  let waited = awaited()

  const clicks = loadingBehind === undefined ? 0 : loadingBehind + 1
  if (isPart) start().catch(() => undefined)
  else if (clicks <= MAX_CLICKS) waiting.set(start, clicks)
  loadNext()
  // biome-ignore lint/correctness/noComponentHookFactories: as React's own `lazy`, it is called once per component, at the top of a module.
  return function Named(props) {
    // One of the two as long as it is shown, so that its state stays.
    const [shown] = useState<ComponentType<Props>>(() => loaded ?? waited)
    return createElement(shown, props)
  }
}

/** From now on code is loaded before somebody asks for it, one piece after the other. @param idle calls its task when the browser has nothing else to do */
export function loadAhead(idle: (task: Task) => void): void {
  whenIdle = idle
  loadNext()
}

function loadNext(): void {
  const [next] = waiting
  if (!whenIdle || !next || isBusy) return
  isBusy = true
  const end = () => {
    isBusy = false
    loadingBehind = undefined
    loadNext()
  }
  whenIdle(() => {
    const [start, clicks] = next
    loadingBehind = clicks
    void start().then(end, end)
  })
}
