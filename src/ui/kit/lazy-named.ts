import { type ComponentType, lazy } from 'react'

/** A component whose code is loaded when it is first shown. */
export const lazyNamed = <Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }))
