import { ContainerModule } from 'inversify'

import type { Ports } from './ports.ts'
import { token } from './token.ts'

/** Binds what an environment brings. */
export const environmentModule = (ports: Ports): ContainerModule =>
  new ContainerModule(({ bind }) => {
    for (const [name, port] of Object.entries(ports)) bind(token(name as keyof Ports) as symbol).toConstantValue(port)
  })
