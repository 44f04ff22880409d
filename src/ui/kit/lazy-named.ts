import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'

type Task = () => void

/** The code of what a click may show on the pages that were opened. */
const waiting = new Set<() => Promise<unknown>>()

let whenIdle: ((task: Task) => void) | undefined
let isLoading = false

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
  if (isPart) start().catch(() => undefined)
  // What is behind a dialog can wait for the dialog.
  else if (!isLoading) waiting.add(start)
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
  if (!whenIdle || isLoading || waiting.size === 0) return
  isLoading = true
  const end = () => {
    isLoading = false
    loadNext()
  }
  whenIdle(() => {
    const [start] = waiting
    if (start) start().then(end, end)
    else end()
  })
}
