import { type ComponentType, lazy } from 'react'

/** A component whose code is loaded when it is shown for the first time. */
export const lazyNamed = <Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }))
